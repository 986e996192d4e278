import type { Cents } from '@contract/base/money';

/** A limit as it is stored: what counts, and what counts from a later moment. Null amounts stand for no limit. */
export interface StoredLimit {
  amount: Cents | null;
  nextFrom: Date | null;
  nextAmount: Cents | null;
}

/** Delay of a higher limit, so that nobody raises it on an impulse. */
const RAISE_DELAY_MS = 24 * 3600 * 1000;

export const NO_LIMIT: StoredLimit = { amount: null, nextFrom: null, nextAmount: null };

/** The limit as it counts now. @returns it without a change that has come to count */
export function getCurrentLimit(stored: StoredLimit, now: Date): StoredLimit {
  const { nextFrom, nextAmount } = stored;
  return nextFrom !== null && nextFrom <= now ? { ...NO_LIMIT, amount: nextAmount } : stored;
}

/** The limit after its owner asked for another amount: a lower one counts at once, a higher one or none later. */
export function planLimit(stored: StoredLimit, wanted: Cents | null, now: Date): StoredLimit {
  const current = getCurrentLimit(stored, now);
  const { amount, nextFrom, nextAmount } = current;
  if (!isRaise(amount, wanted)) return { ...NO_LIMIT, amount: wanted };
  // Asked for once more: its day has not begun anew.
  if (nextFrom !== null && nextAmount === wanted) return current;
  return { amount, nextFrom: new Date(now.getTime() + RAISE_DELAY_MS), nextAmount: wanted };
}

const isRaise = (amount: Cents | null, wanted: Cents | null): boolean =>
  amount !== null && (wanted === null || wanted > amount);

/** The calendar month of a moment, in UTC. @returns its first moment, and the first one behind it */
export function getSpendingMonth(now: Date): { from: Date; to: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month)), to: new Date(Date.UTC(year, month + 1)) };
}
