import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Route } from '@contract/base/define';
import type { ServerContext } from '../context';
import { AppError } from '../errors';
import { createFairTurns } from '../lib/fair-turns';
import { toNetworkKey, toWideNetworkKey, toWidestNetworkKey } from '../lib/ip-network';

/**
 * Classes of calls that share a budget. Points a minute and caller (account, else address). Promises F-9.
 * `send` calls make mails and texts go out; `unsolved` are those among them that come without a captcha's solution,
 * `failure` is what pages tell of themselves.
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

/** Seconds a budget lasts. */
const WINDOW = 60;

/** Classes that all processes count together; counting the others in each process is good enough, and much cheaper. */
const shared: ReadonlySet<string> = new Set<RateClass>(['login', 'register', 'send', 'unsolved', 'money']);

/** Calls that are counted in the database at a time. */
const COUNTS = { max: 2, maxPerKey: 1 };

/** Budgets that a wide network has together: as many people may stand behind it. */
const WIDE_TIMES = 8;

/**
 * Which budget a call draws on.
 *
 * @param query as it was sent. A list that is asked for words is a search, whatever its path: it costs as much.
 */
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

/** Calls that wait for another company: for payments, log-ins by it, texts to phones and rates of tax. */
const others =
  /^\/(payment|payment-cards|stripe|tax)(\/|$)|^\/orders\/(checkout|:id\/(update|cancel))$|\/(google|twitter)(\/|$)|\/phone\/send-code$/;

/** Whether a call may wait for another company, for seconds in which it needs no connection to the database. */
export const asksOthers = ({ path, method }: Route): boolean => method !== 'GET' && others.test(path);

/** Parameters in which lists take words. Wire contract 1.5. */
export const wordParameters = ['q', 'keyword'];

/** Whether a call looks for words, which the database may have to read many texts for. @param query as it was sent */
export function hasSearchWords(query: unknown): boolean {
  const parameters = (query ?? {}) as Record<string, unknown>;
  return wordParameters.some((name) => {
    const value = parameters[name];
    return typeof value === 'string' ? value.trim() !== '' : value !== undefined;
  });
}

export type ConsumeRateLimit = (rateClass: RateClass, caller: string) => Promise<void>;

export interface RateLimitOptions {
  isEnabled: boolean;
  /** Connections to the database in which all processes count; undefined where there is only this process. */
  pool: object | undefined;
  /** The database did not answer: this process counts alone until it does. */
  onFailure(error: unknown): void;
}

/** Where calls are counted: in the database where several processes may answer, which an embedded one rules out. */
export const getSharedCounting = ({
  env,
  db,
  failures,
}: Pick<ServerContext, 'env' | 'db' | 'failures'>): Pick<RateLimitOptions, 'pool' | 'onFailure'> => ({
  pool: env.DATABASE_URL === undefined ? undefined : db.$client,
  onFailure: (error) => failures.report('database', 'counting calls', error),
});

/**
 * Counts calls.
 *
 * @returns a function that resolves while the caller is within budget.
 * It throws AppError TOO_MANY_REQUESTS with `retryAfterSeconds` in its details otherwise.
 */
export function createRateLimits({ isEnabled, pool, onFailure }: RateLimitOptions): ConsumeRateLimit {
  if (!isEnabled) return async () => undefined;
  // Calls of one caller are counted in one row, and would wait there for each other, each with a connection.
  const atCounting = pool && createFairTurns(COUNTS);
  const count = (name: string, points: number, isShared: boolean) =>
    pool && isShared ? countTogether(pool, name, points) : countAlone(name, points);
  const limiters = new Map(
    Object.entries(budgets).map(([name, points]) => [
      name,
      {
        own: count(name, points, shared.has(name)),
        // Under a name of its own: the table is cleared by the one that is called "login".
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

/** A refusal that tells when there is room again. @param waitMs milliseconds until then. */
const comeAgain = (code: 'TOO_MANY_REQUESTS' | 'UPLOAD_QUOTA' | 'FILM_QUOTA', waitMs: number) =>
  new AppError(code, { details: { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) } });

/** Seconds. */
const DAY = 86_400;
const MEGABYTE = 1024 * 1024;

/**
 * Counts what is uploaded in a day, in megabytes begun.
 *
 * @returns a function that throws AppError UPLOAD_QUOTA, with when to come again, once somebody is over it.
 */
export function createUploadQuota({
  isEnabled,
  megabytes,
  pool,
  onFailure,
}: RateLimitOptions & { megabytes: number }): (caller: string, bytes: number) => Promise<void> {
  if (!isEnabled) return async () => undefined;
  const limiter = pool
    ? countTogether(pool, 'uploaded', megabytes, { duration: DAY, remembersRefused: false })
    : countAlone('uploaded', megabytes, DAY);
  return async (caller, bytes) => {
    const points = Math.ceil(bytes / MEGABYTE);
    if (points === 0) return;
    const wait = await takeWhole(limiter, toNetworkKey(caller), points).catch(onFailure);
    if (wait === undefined) return;
    throw comeAgain('UPLOAD_QUOTA', wait);
  };
}

/**
 * Counts how much film an account sends in a day, in minutes begun: a film of few bytes may take long to convert.
 *
 * @returns `take` throws AppError FILM_QUOTA, with when to come again, once an account is over it; `giveBack` is for film
 * that was not kept.
 */
export function createFilmQuota({ isEnabled, minutes, pool, onFailure }: RateLimitOptions & { minutes: number }) {
  const limiter = pool
    ? countTogether(pool, 'film', minutes, { duration: DAY, remembersRefused: false })
    : countAlone('film', minutes, DAY);
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
 * Takes all of the points or none: what does not fit is refused, and not counted, so that something smaller still may.
 *
 * @returns how many milliseconds there are not enough left; undefined when they were taken.
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
    // Others took what was left at the same moment. The limiter has counted these before it said no.
    await limiter.reward(key, points);
    return wait;
  }
}

const countAlone = (name: string, points: number, duration = WINDOW): RateLimiterAbstract =>
  new RateLimiterMemory({ keyPrefix: name, points, duration });

/** @param options.remembersRefused whether who is far over is refused without asking the database again. */
function countTogether(
  pool: object,
  name: string,
  points: number,
  { duration = WINDOW, remembersRefused = true } = {},
): RateLimiterAbstract {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // They share a table: one of them clears it, every five minutes.
    clearExpiredByTimeout: name === 'login',
    keyPrefix: name,
    points,
    duration,
    inMemoryBlockOnConsumed: remembersRefused ? points + 1 : 0,
    insuranceLimiter: countAlone(name, points, duration),
  });
}
