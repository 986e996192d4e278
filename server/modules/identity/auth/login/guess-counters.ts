import { createHash } from 'node:crypto';
import { toNetworkKey } from '../../../../lib/ip-network';
import type { Counted } from './login-throttle-repository';

/** Promises I-7: five wrong guesses in 15 minutes. */
const WINDOW_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Wrong guesses allowed per window. `pair`: at one account, from one network or known device. `network`: at all accounts, from
 * one network. `account`: at one account, by all guests without a captcha. `solved`: by all guests with one.
 */
const scopes = {
  pair: { most: 5, windowMs: WINDOW_MS },
  network: { most: 50, windowMs: WINDOW_MS },
  account: { most: 50, windowMs: DAY_MS },
  solved: { most: 500, windowMs: DAY_MS },
} as const;

export interface Guess {
  /** Id of the account; if there is none, the normalized name. */
  account: string;
  ip: string;
  /** Key of a device that has logged in to this account before; null for any other device. */
  knownDevice?: string | null;
}

export interface GuessCounter {
  key: string;
  scope: keyof typeof scopes;
  most: number;
  windowMs: number;
}

type CallerCounters = [GuessCounter, ...GuessCounter[]];

/** @param kind kind of secret; guesses at one kind do not count toward another */
export function createGuessCounters(kind: string) {
  function createCounter(scope: keyof typeof scopes, who: string): GuessCounter {
    // Hashed, because people type anything into the name field, even their password.
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
    /** Shared by all guests. */
    getAccount: ({ account }: Guess) => createCounter('account', account),
    getSolved: ({ account }: Guess) => createCounter('solved', account),
  };
}

export const listKeys = (counters: readonly { key: string }[]): string[] => counters.map(({ key }) => key);

/** False for counters that all guests share. */
export const isCallerCounter = ({ scope }: GuessCounter): boolean => scope === 'pair' || scope === 'network';

export const listExceeded = (counters: readonly GuessCounter[], counted: readonly Counted[], slack = 0): Counted[] =>
  counted.filter((one) => one.tries >= (counters.find(({ key }) => key === one.key)?.most ?? Infinity) + slack);
