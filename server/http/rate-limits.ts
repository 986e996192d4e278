import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Route } from '@contract/base/define';
import type { ServerContext } from '../context';
import { AppError } from '../errors';
import { createFairTurns } from '../lib/fair-turns';
import { toNetworkKey, toWideNetworkKey, toWidestNetworkKey } from '../lib/ip-network';
import type { Redis } from '../redis/connect-redis';

/**
 * Points per minute and caller (an account, or else a network). Promises F-9. `send`: requests that cause mails and texts.
 * `unsolved`: requests without a captcha solution. `failure`: error reports from pages.
 */
const budgets = {
  login: 20,
  register: 10,
  send: 10,
  unsolved: 2,
  failure: 20,
  money: 60,
  upload: 120,
  search: 120,
  write: 240,
  read: 1200,
} as const;
export type RateClass = keyof typeof budgets;

/** Seconds. */
const WINDOW = 60;

/**
 * Classes that all processes count together, even without Redis. For others, counting per process is then enough and much cheaper.
 */
const shared: ReadonlySet<string> = new Set<RateClass>(['login', 'register', 'send', 'unsolved', 'money']);

/** Limits how many requests are being counted in the database at a time. */
const COUNTS = { max: 2, maxPerKey: 1 };

/** A wide network gets this many times the budget of a small one, because it can have that many users. */
const WIDE_TIMES = 8;

/** @param query as received; a list request with search words counts as a search, because it costs as much */
export function getRateClass({ path, method, changes, idempotent, upload }: Route, query: unknown = {}): RateClass {
  if (/^\/contact$|\/forgot$|\/send-code$|\/email-verification$/.test(path)) return 'send';
  if (path === '/page-failures') return 'failure';
  if (/^\/(re-)?captcha\//.test(path)) return 'login';
  if (path.startsWith('/auth/usernames/')) return 'search';
  if (path.startsWith('/auth/') && method !== 'GET') return path.includes('register') ? 'register' : 'login';
  if (idempotent) return 'money';
  if (upload) return 'upload';
  if (path.includes('search') || path.startsWith('/geo/')) return 'search';
  if (method !== 'GET' || changes) return 'write';
  return hasSearchWords(query) ? 'search' : 'read';
}

const others =
  /^\/(payment|payment-cards|stripe|tax)(\/|$)|^\/orders\/(checkout|:id\/(update|cancel))$|\/(google|twitter)(\/|$)|\/phone\/send-code$/;

/** True if the request may wait for a third party, for seconds in which it needs no database connection. */
export const asksOthers = ({ path, method }: Route): boolean => method !== 'GET' && others.test(path);

/** Query parameters that contain search words. Wire contract 1.5. */
export const wordParameters = ['q', 'keyword'];

export function hasSearchWords(query: unknown): boolean {
  const parameters = (query ?? {}) as Record<string, unknown>;
  return wordParameters.some((name) => {
    const value = parameters[name];
    return typeof value === 'string' ? value.trim() !== '' : value !== undefined;
  });
}

export type ConsumeRateLimit = (rateClass: RateClass, caller: string) => Promise<void>;

/** Where all processes count together: in Redis, or else in the database, which costs more, or else nowhere. */
interface SharedCounts {
  redis: Redis | null;
  /** Undefined if there is only this process. */
  pool: object | undefined;
}

export interface RateLimitOptions extends SharedCounts {
  isEnabled: boolean;
  /** Called if the database does not respond. Until it does, this process counts alone. */
  onFailure(error: unknown): void;
}

/** An embedded database has only this process. */
export const getSharedCounting = ({
  env,
  db,
  redis,
  failures,
}: Pick<ServerContext, 'env' | 'db' | 'redis' | 'failures'>): SharedCounts & Pick<RateLimitOptions, 'onFailure'> => ({
  redis,
  pool: env.DATABASE_URL === undefined ? undefined : db.$client,
  onFailure: (error) => failures.report('database', 'rate limits', error),
});

/** @returns a function that throws AppError TOO_MANY_REQUESTS, with `retryAfterSeconds` in its details, beyond the budget. */
export function createRateLimits({ isEnabled, redis, pool, onFailure }: RateLimitOptions): ConsumeRateLimit {
  if (!isEnabled) return async () => undefined;
  // All requests of a caller are counted in one row, so they would block each other while each holds a connection.
  const atCounting = pool && !redis && createFairTurns(COUNTS);
  const count = (name: string, points: number, isShared: boolean) =>
    createLimiter({ redis, pool: isShared ? pool : undefined }, { name, points });
  const limiters = new Map(
    Object.entries(budgets).map(([name, points]) => [
      name,
      {
        own: count(name, points, shared.has(name)),
        // Not named after the class, because only the limiter named "login" clears the table.
        wide: shared.has(name) ? count(`wide ${name}`, WIDE_TIMES * points, true) : undefined,
      },
    ]),
  );
  const consume = async (rateClass: RateClass, caller: string): Promise<void> => {
    const limiter = limiters.get(rateClass);
    const wideNetwork = toWideNetworkKey(caller);
    await limiter?.own.consume(toNetworkKey(caller));
    if (wideNetwork !== undefined) await limiter?.wide?.consume(wideNetwork);
  };
  return async (rateClass, caller) => {
    const key = toWidestNetworkKey(caller);
    const work = () => consume(rateClass, caller);
    try {
      await (atCounting && shared.has(rateClass) ? atCounting.run({ key }, work) : work());
    } catch (refusal) {
      const wait = (refusal as { msBeforeNext?: unknown }).msBeforeNext;
      if (typeof wait !== 'number') return onFailure(refusal);
      throw comeAgain('TOO_MANY_REQUESTS', wait);
    }
  };
}

const comeAgain = (code: 'TOO_MANY_REQUESTS' | 'UPLOAD_QUOTA' | 'FILM_QUOTA', waitMs: number) =>
  new AppError(code, { details: { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) } });

/** Seconds. */
const DAY = 86_400;
const MEGABYTE = 1024 * 1024;

/** Counts started megabytes per day. @returns a function that throws AppError UPLOAD_QUOTA with `retryAfterSeconds` */
export function createUploadQuota({
  isEnabled,
  megabytes,
  onFailure,
  ...store
}: RateLimitOptions & { megabytes: number }): (caller: string, bytes: number) => Promise<void> {
  if (!isEnabled) return async () => undefined;
  const limiter = createLimiter(store, { name: 'uploaded', points: megabytes, duration: DAY, remembersRefused: false });
  return async (caller, bytes) => {
    const points = Math.ceil(bytes / MEGABYTE);
    if (points === 0) return;
    const wait = await takeWhole(limiter, toNetworkKey(caller), points).catch(onFailure);
    if (wait === undefined) return;
    throw comeAgain('UPLOAD_QUOTA', wait);
  };
}

/**
 * Counts started minutes of video per day, since even a small video can take long to convert. `take` throws AppError FILM_QUOTA
 * with `retryAfterSeconds`; `giveBack` is for a video that was not kept.
 */
export function createFilmQuota({ isEnabled, minutes, onFailure, ...store }: RateLimitOptions & { minutes: number }) {
  const limiter = createLimiter(store, { name: 'film', points: minutes, duration: DAY, remembersRefused: false });
  const getMinutes = (seconds: number) => Math.max(1, Math.ceil(seconds / 60));
  return {
    async take(accountId: string, seconds: number): Promise<void> {
      if (!isEnabled) return;
      const wait = await takeWhole(limiter, accountId, getMinutes(seconds)).catch(onFailure);
      if (wait === undefined) return;
      throw comeAgain('FILM_QUOTA', wait);
    },
    async giveBack(accountId: string, seconds: number): Promise<void> {
      if (isEnabled) await limiter.reward(accountId, getMinutes(seconds)).catch(onFailure);
    },
  };
}

/**
 * Takes all points or none, so that something smaller can still fit. @returns milliseconds until the quota is renewed, or
 * undefined if the points were taken
 */
async function takeWhole(limiter: RateLimiterAbstract, key: string, points: number): Promise<number | undefined> {
  const known = await limiter.get(key);
  if ((known?.consumedPoints ?? 0) + points > limiter.points) return known?.msBeforeNext ?? limiter.duration * 1000;
  try {
    await limiter.consume(key, points);
    return undefined;
  } catch (refusal) {
    const wait = (refusal as { msBeforeNext?: unknown }).msBeforeNext;
    if (typeof wait !== 'number') throw refusal;
    // Another request has just taken the rest. The limiter counts points even if it rejects them, so give them back.
    await limiter.reward(key, points);
    return wait;
  }
}

interface Limit {
  name: string;
  points: number;
  /** Seconds. */
  duration?: number;
  /** Rejects callers far beyond the limit without another query. */
  remembersRefused?: boolean;
}

/** If the store does not answer, this process counts alone. */
function createLimiter(
  { redis, pool }: SharedCounts,
  { name, points, duration = WINDOW, remembersRefused = true }: Limit,
): RateLimiterAbstract {
  const alone = new RateLimiterMemory({ keyPrefix: name, points, duration });
  const limit = {
    points,
    duration,
    inMemoryBlockOnConsumed: remembersRefused ? points + 1 : 0,
    insuranceLimiter: alone,
  };
  if (redis) {
    // Also counts what a process counts alone otherwise, because it costs little.
    return new RateLimiterRedis({
      ...limit,
      keyPrefix: `limit:${name}`,
      storeClient: redis,
      rejectIfRedisNotReady: true,
    });
  }
  if (!pool) return alone;
  return new RateLimiterPostgres({
    ...limit,
    keyPrefix: name,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // All limiters share a table, which this one clears every five minutes.
    clearExpiredByTimeout: name === 'login',
  });
}
