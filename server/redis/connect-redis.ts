import { createHash } from 'node:crypto';
import { Redis, type RedisOptions } from 'ioredis';
import type { Env } from '../env';
import type { Failures } from '../log/failures';

export type { Redis } from 'ioredis';

/** A request waits no longer for Redis; then it does without. */
const COMMAND_MS = 1_000;
/** A connection on which nothing arrives for so long, although something is due, is replaced. */
const SILENT_MS = 3_000;
const MAX_RETRY_MS = 2_000;

/** For connections that listen: they wait out an outage, as nobody waits for them. */
export const listening: RedisOptions = {
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
  commandTimeout: undefined,
  // Longer than a blocking read.
  socketTimeout: 15_000,
};

/**
 * Connects in the background and reconnects forever, so the site starts and serves without Redis. Commands fail at once while
 * it is unavailable: none wait in memory. The connection must not be lazy, because the adapter of socket.io would then give up
 * for good if Redis is unavailable at the start.
 *
 * @param options.secret of the site; keys begin with its hash, so that sites can share one Redis
 */
export function connectRedis({ url, secret, failures }: { url: string; secret: string; failures: Failures }): Redis {
  const redis = new Redis(url, {
    keyPrefix: `site-${createHash('sha256').update(secret).digest('hex').slice(0, 12)}:`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_MS,
    connectTimeout: COMMAND_MS,
    socketTimeout: SILENT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RETRY_MS),
  });
  let isReported = false;
  redis.on('error', (error) => {
    // Each attempt to reconnect fails with the same error.
    if (!isReported) failures.report('database', 'Redis', error);
    isReported = true;
  });
  redis.on('ready', () => (isReported = false));
  return redis;
}

/** @returns null without `REDIS_URL` */
export const openRedis = ({ REDIS_URL, APP_SECRET }: Env, failures: Failures): Redis | null =>
  REDIS_URL === undefined ? null : connectRedis({ url: REDIS_URL, secret: APP_SECRET, failures });

/** Like the prefix of keys, for channels, which ioredis does not prefix. */
export const getPrefix = (redis: Redis): string => String(redis.options.keyPrefix);

/** The first connection reports failures of all. */
export function duplicateQuietly(redis: Redis, options?: RedisOptions): Redis {
  return redis.duplicate(options).on('error', () => undefined);
}
