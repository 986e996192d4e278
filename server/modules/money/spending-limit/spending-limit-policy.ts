import type { Cents } from '@contract/base/money';

/** The current limit, and one that takes effect later. A null amount means no limit. */
export interface StoredLimit {
  amount: Cents | null;
  nextFrom: Date | null;
  nextAmount: Cents | null;
}

/** A higher limit takes effect after a day, to protect against impulses. */
const RAISE_DELAY_MS = 24 * 3600 * 1000;

export const NO_LIMIT: StoredLimit = { amount: null, nextFrom: null, nextAmount: null };

/** The limit in effect now: a change whose time has come becomes the current amount. */
export function getCurrentLimit(stored: StoredLimit, now: Date): StoredLimit {
  const { nextFrom, nextAmount } = stored;
  return nextFrom !== null && nextFrom <= now ? { ...NO_LIMIT, amount: nextAmount } : stored;
}

/** A lower limit takes effect immediately; a higher limit, or none, after a delay. */
export function planLimit(stored: StoredLimit, wanted: Cents | null, now: Date): StoredLimit {
  const current = getCurrentLimit(stored, now);
  const { amount, nextFrom, nextAmount } = current;
  if (!isRaise(amount, wanted)) return { ...NO_LIMIT, amount: wanted };
  // A repeated request does not restart the delay.
  if (nextFrom !== null && nextAmount === wanted) return current;
  return { amount, nextFrom: new Date(now.getTime() + RAISE_DELAY_MS), nextAmount: wanted };
}

const isRaise = (amount: Cents | null, wanted: Cents | null): boolean =>
  amount !== null && (wanted === null || wanted > amount);

/** The calendar month in UTC; `to` is exclusive. */
export function getSpendingMonth(now: Date): { from: Date; to: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month)), to: new Date(Date.UTC(year, month + 1)) };
}
