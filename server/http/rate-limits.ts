import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Route } from '@contract/define';
import { AppError } from '../errors';

/**
 * Classes of calls that share a budget. Points a minute and caller (account, else address). Promises F-9.
 * `send` calls make mails and texts go out; `unsolved` are those among them that come without a captcha's solution.
 */
const budgets = {
  login: 20,
  register: 10,
  send: 10,
  unsolved: 2,
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

/** Which budget a call draws on. */
export function rateClassOf({ path, method, idempotent, upload }: Route): RateClass {
  if (/^\/contact$|\/forgot$|\/send-code$|\/email-verification$/.test(path)) return 'send';
  if (/^\/(re-)?captcha\//.test(path)) return 'login';
  if (path.startsWith('/auth/') && method !== 'GET') return path.includes('register') ? 'register' : 'login';
  if (idempotent) return 'money';
  if (upload) return 'upload';
  if (path.includes('search') || path.startsWith('/geo/')) return 'search';
  return method === 'GET' ? 'read' : 'write';
}

export type TakePoint = (rateClass: RateClass, caller: string) => Promise<void>;

export interface RateLimitOptions {
  isEnabled: boolean;
  /** Connections to the database in which all processes count; undefined where there is only this process. */
  pool: object | undefined;
  /** The database did not answer: this process counts alone until it does. */
  onFailure(error: unknown): void;
}

/**
 * Counts calls.
 *
 * @returns a function that resolves while the caller is within budget.
 * It throws AppError TOO_MANY_REQUESTS with `retryAfterSeconds` in its details otherwise.
 */
export function createRateLimits({ isEnabled, pool, onFailure }: RateLimitOptions): TakePoint {
  if (!isEnabled) return async () => undefined;
  const limiters = new Map(
    Object.entries(budgets).map(([name, points]) => [
      name,
      pool && shared.has(name) ? countTogether(pool, name, points) : countAlone(name, points),
    ]),
  );
  return async (rateClass, caller) => {
    try {
      await limiters.get(rateClass)?.consume(groupOf(caller));
    } catch (refusal) {
      const wait = (refusal as { msBeforeNext?: unknown }).msBeforeNext;
      if (typeof wait !== 'number') return onFailure(refusal);
      throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) } });
    }
  };
}

const countAlone = (name: string, points: number): RateLimiterAbstract =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: WINDOW });

function countTogether(pool: object, name: string, points: number): RateLimiterAbstract {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // They share a table: one of them clears it, every five minutes.
    clearExpiredByTimeout: name === 'login',
    keyPrefix: name,
    points,
    duration: WINDOW,
    // Who is far over is refused without asking the database again.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: countAlone(name, points),
  });
}

/** Whoever has one IPv6 address has the 18 quintillion beside it. */
function groupOf(caller: string): string {
  if (!isIPv6(caller) || caller.startsWith('::ffff:')) return caller;
  const [head = '', tail] = caller.split('::');
  const left = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - left.length - tail.split(':').filter(Boolean).length;
  return [...left, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':');
}
