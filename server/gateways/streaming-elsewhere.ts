import { AppError } from '../errors';
import type { ServerContext } from '../context';
import type { StreamingGateway } from './streaming';

export interface EngineDeps {
  now(): Date;
  failures: Pick<ServerContext['failures'], 'report'>;
  retryMs?: readonly number[];
}

/**
 * The methods that external engines do not need: browsers connect to them directly, and hosts record in their browser. Whether
 * a host is online is known from their socket, since these engines report it only through webhooks.
 */
export const withoutOwnEngine = {
  tellsHosts: false,
  isRecordedHere: false,
  hls: null,
  connect: () => Promise.reject(new AppError('PROVIDER_NOT_CONFIGURED')),
  listConnected: async () => [],
  onHostChanged: () => undefined,
  onRecorded: () => undefined,
  prepare: async () => undefined,
} satisfies Partial<StreamingGateway>;
