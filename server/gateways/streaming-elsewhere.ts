import { AppError } from '../errors';
import type { ServerContext } from '../context';
import type { StreamingGateway } from './streaming';

/** Dependencies of engines that run elsewhere. */
export interface EngineDeps {
  now(): Date;
  failures: Pick<ServerContext['failures'], 'report'>;
  /** Milliseconds before each further try of a request. */
  retryMs?: readonly number[];
}

/**
 * The parts that only an engine within the API has: browsers connect to these directly, and record by themselves. Hosts are
 * known by their sockets, since these engines would tell of them by webhooks.
 */
export const withoutOwnEngine = {
  tellsHosts: false,
  isRecordedHere: false,
  hls: null,
  connect: () => Promise.reject(new AppError('PROVIDER_NOT_CONFIGURED')),
  onHostChanged: () => undefined,
  onRecorded: () => undefined,
  prepare: async () => undefined,
} satisfies Partial<StreamingGateway>;
