import { createHash } from 'node:crypto';
import { toNetworkKey } from '../../../../lib/ip-network';
import type { Counted } from './login-throttle-repository';

/** Promises I-7: five wrong guesses in a quarter of an hour. */
const WINDOW_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Wrong guesses allowed in a window. `pair`: at one account from one network, or from one known device; `network`: at all
 * accounts from one network; `account`: at one account by guests before they have to solve a captcha; `solved`: at one
 * account by guests who have solved it.
 */
const scopes = {
  pair: { most: 5, windowMs: WINDOW_MS },
  network: { most: 50, windowMs: WINDOW_MS },
  account: { most: 50, windowMs: DAY_MS },
  solved: { most: 500, windowMs: DAY_MS },
} as const;

export interface Guess {
  /** The account whose secret is guessed: one key, however its name is written; for unknown names, the name. */
  account: string;
  ip: string;
  /** A device that has logged in to this account before; null for a guest's. */
  knownDevice?: string | null;
}

export interface GuessCounter {
  key: string;
  scope: keyof typeof scopes;
  most: number;
  windowMs: number;
}

/** The counters of a guess; the first one locks. */
type CallerCounters = [GuessCounter, ...GuessCounter[]];

/** @param kind of secret, so that tries at one kind do not use up those at another. */
export function createGuessCounters(kind: string) {
  function createCounter(scope: keyof typeof scopes, who: string): GuessCounter {
    // Hashed: people type all sorts of things into a field for their name, their password among them.
    const key = createHash('sha256').update(`${kind} ${scope} ${who}`).digest('base64url');
    return { key, scope, ...scopes[scope] };
  }

  const getPair = ({ account, ip }: Guess) => createCounter('pair', `${toNetworkKey(ip)} ${account}`);

  return {
    getPair,
    listOfCaller(guess: Guess): CallerCounters {
      const { account, ip, knownDevice } = guess;
      if (knownDevice) return [createCounter('pair', `device ${knownDevice} ${account}`)];
      return [getPair(guess), createCounter('network', toNetworkKey(ip))];
    },
    /** For all guests together. */
    getAccount: ({ account }: Guess) => createCounter('account', account),
    getSolved: ({ account }: Guess) => createCounter('solved', account),
  };
}

export const listKeys = (counters: readonly { key: string }[]): string[] => counters.map(({ key }) => key);

/** Whether a count is the caller's own, and not that of all guests together. */
export const isCallerCounter = ({ scope }: GuessCounter): boolean => scope === 'pair' || scope === 'network';

/** The counts that have reached their limit, or passed it by `slack`. */
export const listExceeded = (counters: readonly GuessCounter[], counted: readonly Counted[], slack = 0): Counted[] =>
  counted.filter((one) => one.tries >= (counters.find(({ key }) => key === one.key)?.most ?? Infinity) + slack);
