import type { ServerContext } from '../../../../context';
import { AppError } from '../../../../errors';
import {
  createGuessCounters,
  isCallerCounter,
  listExceeded,
  listKeys,
  type Guess,
  type GuessCounter,
} from './guess-counters';
import { createLoginThrottleRepository, type Counted } from './login-throttle-repository';

export const LOGIN_GUESSES = 'password';

type CountedGuess = readonly GuessCounter[];

interface ThrottleDeps extends Pick<ServerContext, 'env' | 'clock'> {
  repository: ReturnType<typeof createLoginThrottleRepository>;
  counters: ReturnType<typeof createGuessCounters>;
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

/**
 * If many guests guess at one account, all guests need a captcha. Known devices have a separate budget, so that attackers
 * cannot lock the owner out; on a new device, the owner solves the captcha. Within a day, each further lock of the same pair
 * lasts twice as long. Promises I-7, I-13.
 * @param kind kind of secret that is guessed
 */
export function createLoginThrottle({ db, env, clock }: Pick<ServerContext, 'db' | 'env' | 'clock'>, kind: string) {
  const repository = createLoginThrottleRepository(db);
  const counters = createGuessCounters(kind);
  const deps: ThrottleDeps = { env, clock, repository, counters };
  return {
    assertCanTry: (guess: Guess) => countGuess(deps, guess),
    assertGuestCanTry: (guess: Guess, proveHuman: () => Promise<void>) => countGuestGuess(deps, guess, proveHuman),

    /** If `compare` throws, the guess no longer counts. */
    async compare(guess: CountedGuess, compare: () => Promise<boolean>): Promise<boolean> {
      try {
        return await compare();
      } catch (error) {
        await repository.giveBack(listKeys(guess));
        throw error;
      }
    },

    async recordSuccess([pair, ...others]: CountedGuess): Promise<void> {
      if (!pair) return;
      await repository.remove([pair.key]);
      await repository.giveBack(listKeys(others));
    },

    /** Clears the counters of guests' guesses, once the owner has proved access to the mailbox. */
    async forgive(guess: Guess): Promise<void> {
      await repository.remove(
        listKeys([counters.getAccount(guess), counters.getSolved(guess), counters.getPair(guess)]),
      );
    },

    sweep: (): Promise<void> => repository.removeOld(clock.now()),
  };
}

/**
 * Counts a guess before it is compared, so that concurrent guesses cannot exceed the limit.
 * @returns the argument for `recordSuccess`
 * @throws AppError TOO_MANY_REQUESTS, even for a correct guess
 */
async function countGuess(deps: ThrottleDeps, guess: Guess): Promise<CountedGuess> {
  if (!deps.env.RATE_LIMITS) return [];
  const counters = deps.counters.listOfCaller(guess);
  // This read rejects most of an attacker's requests without a write.
  const counted = await deps.repository.list(listKeys(counters), deps.clock.now());
  rejectExceeded(deps, listExceeded(counters, counted));
  return count(deps, counters);
}

/**
 * @param proveHuman throws unless the guest solves a captcha; called once many have guessed
 * @throws AppError TOO_MANY_REQUESTS, CAPTCHA_REQUIRED; RESET_REQUIRED after too many guesses with a captcha
 */
async function countGuestGuess(
  deps: ThrottleDeps,
  guess: Guess,
  proveHuman: () => Promise<void>,
): Promise<CountedGuess> {
  if (!deps.env.RATE_LIMITS) return [];
  if (guess.knownDevice) return countGuess(deps, guess);
  const own = deps.counters.listOfCaller(guess);
  const account = deps.counters.getAccount(guess);
  const solved = deps.counters.getSolved(guess);
  const all = [...own, account, solved];
  const exceeded = listExceeded(all, await deps.repository.list(listKeys(all), deps.clock.now()));
  const isExceeded = ({ key }: GuessCounter) => exceeded.some((one) => one.key === key);
  rejectExceeded(
    deps,
    exceeded.filter(({ key }) => listKeys(own).includes(key)),
  );
  if (!isExceeded(account)) {
    // Concurrent guesses beyond the limit need a captcha, just as later ones do.
    return count(deps, [...own, account], () => {
      throw new AppError('CAPTCHA_REQUIRED', { extra: { captchaRequired: true } });
    });
  }
  if (isExceeded(solved)) throw new AppError('RESET_REQUIRED');
  await proveHuman();
  return count(deps, [...own, solved], () => {
    throw new AppError('RESET_REQUIRED');
  });
}

async function count(
  deps: ThrottleDeps,
  counters: [GuessCounter, ...GuessCounter[]],
  onExceeded?: () => never,
): Promise<CountedGuess> {
  const { repository, clock } = deps;
  const counted = await repository.count(counters, { now: clock.now(), lock: counters[0] });
  const exceeded = listExceeded(counters, counted, 1);
  if (exceeded.length === 0) return counters;
  // A rejected guess does not count elsewhere, so that a caller locked out of one account cannot use up the budgets of others.
  await repository.giveBack(listKeys(counted.filter((one) => !exceeded.includes(one))));
  const ownKeys = listKeys(counters.filter(isCallerCounter));
  rejectExceeded(
    deps,
    exceeded.filter(({ key }) => ownKeys.includes(key)),
  );
  return onExceeded ? onExceeded() : counters;
}

function rejectExceeded({ clock }: ThrottleDeps, exceeded: readonly Counted[]): void {
  if (exceeded.length === 0) return;
  const waitMs = Math.max(...exceeded.map(({ endsAt }) => endsAt.getTime())) - clock.now().getTime();
  throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } });
}
