import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../../errors';

/** Seconds. Promises I-7: five wrong guesses in a quarter of an hour. */
const WINDOW = 15 * 60;
/** Wrong guesses a window: for one account from one address, for one address, for one account from anywhere. */
const budgets = { pair: 5, address: 50, account: 100 } as const;
type Scope = keyof typeof budgets;

/**
 * Slows down who guesses passwords. A guesser cannot lock the owner out from elsewhere: the tight limit is per account
 * and address. Each further lock on the same pair within a day lasts twice as long as the one before.
 *
 * @param enabled off in tests of other things.
 */
export function createGuessLimit(enabled: boolean) {
  const limiters = new Map(
    Object.entries(budgets).map(([scope, points]) => [
      scope,
      new RateLimiterMemory({ keyPrefix: `guess-${scope}`, points, duration: WINDOW }),
    ]),
  );
  const locks = new RateLimiterMemory({ keyPrefix: 'guess-locks', points: 1_000, duration: 24 * 3600 });

  const keysOf = (account: string, ip: string): [Scope, string][] => [
    ['pair', `${ip} ${account}`],
    ['address', ip],
    ['account', account],
  ];

  return {
    /** @throws AppError TOO_MANY_REQUESTS when there were too many wrong guesses; right ones are refused too then. */
    async assertMayTry(account: string, ip: string): Promise<void> {
      if (!enabled) return;
      for (const [scope, key] of keysOf(account, ip)) {
        const state = await limiters.get(scope)?.get(key);
        if (state && state.consumedPoints >= budgets[scope] && state.msBeforeNext > 0) {
          throw new AppError('TOO_MANY_REQUESTS', {
            details: { retryAfterSeconds: Math.ceil(state.msBeforeNext / 1000) },
          });
        }
      }
    },

    /** Counts a wrong guess. */
    async noteWrong(account: string, ip: string): Promise<void> {
      if (!enabled) return;
      for (const [scope, key] of keysOf(account, ip)) {
        const state = await limiters.get(scope)?.penalty(key);
        if (scope === 'pair' && state?.consumedPoints === budgets.pair) {
          const { consumedPoints: before } = await locks.penalty(key);
          await limiters.get(scope)?.block(key, WINDOW * 2 ** Math.min(before - 1, 6));
        }
      }
    },

    /** Forgets the wrong guesses of somebody who got in. */
    async noteRight(account: string, ip: string): Promise<void> {
      if (enabled) await limiters.get('pair')?.delete(`${ip} ${account}`);
    },
  };
}
