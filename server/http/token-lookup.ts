import { createHash } from 'node:crypto';
import type { Actor } from '../access';
import type { Clock } from '../context';
import { AppError } from '../errors';
import { toNetworkKey } from '../lib/ip-network';

type FindActor = (token: string) => Promise<Actor | null>;

/** Maximum unknown tokens per network per minute. A page with an invalid token sends a few, then logs out. Promises I-13. */
const BUDGET = 60;
const WINDOW_MS = 60_000;
/** How long a token, once seen to be valid, is still looked up although its network has used up its budget. */
const GOOD_MS = 10 * 60_000;
const UNKNOWN_MS = 60_000;
const MOST = 20_000;

export interface TokenGateOptions {
  isEnabled: boolean;
  findActor: FindActor;
  /** True if the token has this site's signature, which cannot be forged. */
  isIssued(token: string): boolean;
  clock: Clock;
}

/**
 * Caches unknown tokens and charges them to their network. Beyond the budget, throws AppError TOO_MANY_REQUESTS for new tokens,
 * except those that were recently valid or that this site issued. Each process counts alone, which is enough and costs no
 * query.
 */
export function createTokenLookup({ isEnabled, findActor, isIssued, clock }: TokenGateOptions) {
  if (!isEnabled) return (token: string, _address: string) => findActor(token);
  const now = () => clock.now().getTime();
  const wrong = new Map<string, { count: number; endsAt: number }>();
  const unknown = createMemory(UNKNOWN_MS, now);
  const good = createMemory(GOOD_MS, now);

  function charge(network: string): void {
    const entry = wrong.get(network);
    if (entry && entry.endsAt > now()) entry.count += 1;
    else {
      if (wrong.size >= MOST) wrong.clear();
      wrong.set(network, { count: 1, endsAt: now() + WINDOW_MS });
    }
  }

  function assertWithin(network: string): void {
    const entry = wrong.get(network);
    if (!entry || entry.endsAt <= now() || entry.count < BUDGET) return;
    throw new AppError('TOO_MANY_REQUESTS', {
      details: { retryAfterSeconds: Math.max(1, Math.ceil((entry.endsAt - now()) / 1000)) },
    });
  }

  return async (token: string, address: string): Promise<Actor | null> => {
    const network = toNetworkKey(address);
    const key = createHash('sha256').update(token).digest('base64url');
    if (!good.has(key)) {
      if (!isIssued(token)) assertWithin(network);
      if (unknown.has(key)) {
        charge(network);
        return null;
      }
    }
    const actor = await findActor(token);
    if (actor) good.note(key);
    else {
      good.forget(key);
      unknown.note(key);
      charge(network);
    }
    return actor;
  };
}

/** A set whose keys expire. It is cleared when full, which costs only a few lookups. */
function createMemory(lifeMs: number, now: () => number) {
  const until = new Map<string, number>();
  return {
    has: (key: string): boolean => (until.get(key) ?? 0) > now(),
    note(key: string): void {
      if (until.size >= MOST) until.clear();
      until.set(key, now() + lifeMs);
    },
    forget: (key: string): boolean => until.delete(key),
  };
}
