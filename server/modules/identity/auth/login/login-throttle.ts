import { createHash } from 'node:crypto';
import type { ServerContext } from '../../../../context';
import { AppError } from '../../../../errors';
import { createLoginThrottleRepository, type Counted } from './login-throttle-repository';
import { toNetworkKey } from '../../../../lib/ip-network';

/** Guesses at the password of an account by whoever is not logged in. */
export const LOGIN_GUESSES = 'password';

/** Milliseconds. Promises I-7: five wrong guesses in a quarter of an hour. */
const WINDOW_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Wrong guesses that are borne, and for how long. `pair`: at one account from one network, or from one known device;
 * `network`: at all accounts from one network; `account`: at one account by strangers before they have to show that they
 * are human; `solved`: at one account by strangers who have shown it.
 */
const scopes = {
  pair: { most: 5, windowMs: WINDOW_MS },
  network: { most: 50, windowMs: WINDOW_MS },
  account: { most: 50, windowMs: DAY_MS },
  solved: { most: 500, windowMs: DAY_MS },
} as const;
type Scope = keyof typeof scopes;

/** Who guesses at what. */
interface Guess {
  /** Whose secret it is: one key for an account, however its name is written; of names that nobody has, the name. */
  account: string;
  ip: string;
  /** Of a device that has logged in to this account before; null for a stranger's. */
  knownDevice?: string | null;
}

/** Counters that a guess was counted on. */
type Taken = readonly Counter[];

interface Counter {
  key: string;
  scope: Scope;
  most: number;
  windowMs: number;
}

/**
 * Slows down who guesses. Guesses cost the guesser: their network, their device, and, once an account was guessed at by
 * many, the work of showing that they are human. None of it costs the owner: a device of theirs has a count of its own,
 * and from a new one they solve the check. Each further lock on the same pair within a day lasts twice as long as the one
 * before. Nothing here is done while RATE_LIMITS is off. Promises I-7, I-13.
 *
 * @param subject what is guessed, so that tries at one thing do not use up those at another.
 */
export function createLoginThrottle({ db, env, clock }: Pick<ServerContext, 'db' | 'env' | 'clock'>, subject: string) {
  const repository = createLoginThrottleRepository(db);

  function counter(scope: Scope, who: string): Counter {
    // Hashed: people type all sorts of things into a field for their name, their password among them.
    const key = createHash('sha256').update(`${subject} ${scope} ${who}`).digest('base64url');
    return { key, scope, ...scopes[scope] };
  }

  /** The counters of a guess; the first one locks. */
  function countersOf({ account, ip, knownDevice }: Guess): [Counter, ...Counter[]] {
    if (knownDevice) return [counter('pair', `device ${knownDevice} ${account}`)];
    const network = toNetworkKey(ip);
    return [counter('pair', `${network} ${account}`), counter('network', network)];
  }

  /** @throws AppError TOO_MANY_REQUESTS when there is any reason to */
  function refuse(reasons: readonly Counted[]): void {
    if (reasons.length === 0) return;
    const waitMs = Math.max(...reasons.map(({ endsAt }) => endsAt.getTime())) - clock.now().getTime();
    throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } });
  }

  const isOwn = ({ scope }: Counter) => scope === 'pair' || scope === 'network';

  /** Which of the counters a guess has passed. */
  const passed = (counters: readonly Counter[], counted: readonly Counted[], slack = 0) =>
    counted.filter((one) => one.tries >= (counters.find(({ key }) => key === one.key)?.most ?? Infinity) + slack);

  /** @throws AppError TOO_MANY_REQUESTS, and what `onPassed` throws when only what others guessed is too much */
  async function count(counters: [Counter, ...Counter[]], onPassed?: () => never): Promise<Taken> {
    const counted = await repository.count(counters, { now: clock.now(), lock: counters[0] });
    const over = passed(counters, counted, 1);
    if (over.length === 0) return counters;
    // A refused guess counts for nothing else: locked out of one account, nobody can use up the others' budgets.
    await repository.giveBack(counted.filter((one) => !over.includes(one)).map(({ key }) => key));
    const own = over.filter(({ key }) => counters.some((one) => one.key === key && isOwn(one)));
    refuse(own);
    return onPassed ? onPassed() : counters;
  }

  const service = {
    /**
     * Counts a guess before it is looked at, so that many at once are no way round the limit.
     *
     * @returns what `noteRight` takes back for a right one.
     * @throws AppError TOO_MANY_REQUESTS when there were too many; right ones are refused too then.
     */
    async assertMayTry(guess: Guess): Promise<Taken> {
      if (!env.RATE_LIMITS) return [];
      const counters = countersOf(guess);
      // Most of what a guesser sends is refused by reading alone.
      const known = await repository.list(counters.map(({ key }) => key), clock.now()); // prettier-ignore
      refuse(passed(counters, known));
      return count(counters);
    },

    /**
     * The same for what strangers may try from everywhere at once.
     *
     * @param proveHuman throws unless the guesser shows that they are human; asked once many have guessed.
     * @throws AppError RESET_REQUIRED when too many humans have guessed: the owner's mailbox is the way in then.
     */
    async assertStrangerMayTry(guess: Guess, proveHuman: () => Promise<void>): Promise<Taken> {
      if (!env.RATE_LIMITS) return [];
      if (guess.knownDevice) return service.assertMayTry(guess);
      const own = countersOf(guess);
      const account = counter('account', guess.account);
      const solved = counter('solved', guess.account);
      const all = [...own, account, solved];
      const known = passed(all, await repository.list(all.map(({ key }) => key), clock.now())); // prettier-ignore
      const isPassed = ({ key }: Counter) => known.some((one) => one.key === key);
      refuse(known.filter(({ key }) => own.some((one) => one.key === key)));
      if (!isPassed(account)) {
        // Many at once: those past the budget have to show that they are human like those after them.
        return count([...own, account], () => {
          throw new AppError('CAPTCHA_REQUIRED', { extra: { captchaRequired: true } });
        });
      }
      if (isPassed(solved)) throw new AppError('RESET_REQUIRED');
      await proveHuman();
      return count([...own, solved], () => {
        throw new AppError('RESET_REQUIRED');
      });
    },

    /** Forgets the guesses of somebody who got in. */
    async noteRight([pair, ...others]: Taken): Promise<void> {
      if (!pair) return;
      await repository.remove([pair.key]);
      await repository.giveBack(others.map(({ key }) => key));
    },

    /** The owner has shown their mailbox: what strangers guessed at their account counts no more. */
    async forgive({ account, ip }: Guess): Promise<void> {
      const counters = [counter('account', account), counter('solved', account), counter('pair', `${toNetworkKey(ip)} ${account}`)]; // prettier-ignore
      await repository.remove(counters.map(({ key }) => key));
    },

    /** Clears away what counts no more. */
    sweep: (): Promise<void> => repository.removeOld(clock.now()),
  };
  return service;
}
