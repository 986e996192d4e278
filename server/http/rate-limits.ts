import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Route } from '@contract/define';
import { AppError } from '../errors';

/** Classes of calls that share a budget. Points a minute and caller (account, else address). Promises F-9. */
const budgets = { login: 20, register: 10, money: 60, upload: 120, search: 120, write: 240, read: 1200 } as const;
export type RateClass = keyof typeof budgets;

/** Which budget a call draws on. */
export function rateClassOf(route: Route): RateClass {
  if (route.path.startsWith('/auth/') && route.method !== 'GET')
    return /register/.test(route.path) ? 'register' : 'login';
  if (route.idempotent) return 'money';
  if (route.upload) return 'upload';
  if (route.path.includes('search')) return 'search';
  return route.method === 'GET' ? 'read' : 'write';
}

export type TakePoint = (rateClass: RateClass, caller: string) => Promise<void>;

/**
 * Counts calls in this process.
 *
 * @returns a function that resolves while the caller is within budget.
 * It throws AppError TOO_MANY_REQUESTS with `retryAfterSeconds` in its details otherwise.
 */
export function createRateLimits(enabled: boolean): TakePoint {
  const limiters = new Map(
    Object.entries(budgets).map(([name, points]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points, duration: 60 }),
    ]),
  );
  return async (rateClass, caller) => {
    if (!enabled) return;
    try {
      await limiters.get(rateClass)?.consume(caller);
    } catch (refusal) {
      const wait = Math.ceil((refusal as { msBeforeNext?: number }).msBeforeNext ?? 60_000) / 1000;
      throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(wait) } });
    }
  };
}
