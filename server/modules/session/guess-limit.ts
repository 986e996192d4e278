import { createHash } from 'node:crypto';
import type { ServerContext } from '../../context';
import { AppError } from '../../errors';
import { createGuessLimitRepository, type Counted } from './guess-limit-repository';
import { networkOf } from './network-of';

/** Milliseconds. Promises I-7: five wrong guesses in a quarter of an hour. */
const WINDOW_MS = 15 * 60 * 1000;
/** Guesses a window: for one account from one address, for one address, for one account from anywhere. */
const budgets = { pair: 5, address: 50, account: 100 } as const;
type Scope = keyof typeof budgets;

/**
 * Slows down who guesses. A guesser cannot lock the owner out from elsewhere: the tight limit is per account and address.
 * Each further lock on the same pair within a day lasts twice as long as the one before. Nothing here is done while
 * RATE_LIMITS is off.
 *
 * @param subject what is guessed, so that tries at one thing do not use up those at another.
 */
export function createGuessLimit(
  { db, env, clock }: Pick<ServerContext, 'db' | 'env' | 'clock'>,
  subject = 'password',
) {
  const repository = createGuessLimitRepository(db);

  function keysOf(account: string, ip: string): Record<Scope, string> {
    const network = networkOf(ip);
    // Hashed: people type all sorts of things into a field for their name, their password among them.
    const hash = (scope: Scope, what: string) =>
      createHash('sha256').update(`${subject} ${scope} ${what}`).digest('base64url');
    return {
      pair: hash('pair', `${network} ${account}`),
      address: hash('address', network),
      account: hash('account', account),
    };
  }

  /** @throws AppError TOO_MANY_REQUESTS when there is any reason to */
  function refuse(reasons: readonly Counted[]): void {
    if (reasons.length === 0) return;
    const waitMs = Math.max(...reasons.map(({ endsAt }) => endsAt.getTime())) - clock.now().getTime();
    throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } });
  }

  return {
    /**
     * Counts a guess before it is looked at, so that many at once are no way round the limit. A right one is taken back
     * by `noteRight`.
     *
     * @param account whose secret it is: what the guesser calls it, since asking for its id would tell whether it exists.
     * @throws AppError TOO_MANY_REQUESTS when there were too many; right ones are refused too then.
     */
    async assertMayTry(account: string, ip: string): Promise<void> {
      if (!env.RATE_LIMITS) return;
      const now = clock.now();
      const keys = keysOf(account, ip);
      const budgetOf = ({ key }: Counted) => budgets[scopeOf(keys, key)];
      // Most of what a guesser sends is refused by reading alone.
      refuse((await repository.list(Object.values(keys), now)).filter((one) => one.tries >= budgetOf(one)));
      const lock = { key: keys.pair, most: budgets.pair };
      const counted = await repository.count(Object.values(keys), { now, windowMs: WINDOW_MS, lock });
      const refusals = counted.filter((one) => one.tries > budgetOf(one));
      if (refusals.length === 0) return;
      // A refused guess counts for nothing else: locked out of one account, nobody can use up the others' budgets.
      await repository.giveBack(counted.filter((one) => one.tries <= budgetOf(one)).map(({ key }) => key));
      refuse(refusals);
    },

    /** Forgets the guesses of somebody who got in. */
    async noteRight(account: string, ip: string): Promise<void> {
      if (!env.RATE_LIMITS) return;
      const keys = keysOf(account, ip);
      await Promise.all([repository.remove(keys.pair), repository.giveBack([keys.address, keys.account])]);
    },

    /** Clears away what counts no more. */
    sweep: (): Promise<void> => repository.removeOld(clock.now()),
  };
}

const scopeOf = (keys: Record<Scope, string>, key: string): Scope =>
  key === keys.pair ? 'pair' : key === keys.address ? 'address' : 'account';
