import { cents, fromCents, toCents, type Cents } from '@contract/base/money';

/** What makes up a payment by card, in major units. */
export interface Quote {
  original: number;
  /** What the coupon takes off. */
  discount: number;
  tax: number;
  /** What the card pays: original − discount + tax. */
  total: number;
}

/**
 * The total as the server will work it out: discount and tax rounded half up to whole cents, the tax from the reduced
 * price. It is sent along as the price the payer saw, so a difference is refused rather than charged.
 *
 * @param price major units; `off` and `taxRate` are fractions 0..1.
 */
export function quoteOf(price: number, { off = 0, taxRate = 0 }: { off?: number; taxRate?: number } = {}): Quote {
  const original = toCents(price);
  const discount = shareOf(original, off);
  const tax = shareOf(cents(original - discount), taxRate);
  return {
    original: price,
    discount: fromCents(discount),
    tax: fromCents(tax),
    total: fromCents(cents(original - discount + tax)),
  };
}

function shareOf(sum: Cents, fraction: number): Cents {
  return cents(Math.min(sum, Math.floor(sum * fraction + 0.5)));
}

/** The smallest top-up that covers what is missing: whole dollars, not below the site's minimum. Major units. */
export const leastTopUp = (missing: number, min: number): number => Math.max(min, Math.ceil(missing));

/**
 * Suggested top-ups: the smallest that covers what is missing, then round sums, inside the site's bounds.
 *
 * @param missing what the wallet lacks, 0 when nothing is bought right now.
 */
export function suggestTopUps(missing: number, { min, max }: { min: number; max: number }): number[] {
  const least = leastTopUp(missing, min);
  const round = [10, 25, 50, 100, 200, 500, 1000].filter((sum) => sum > least && sum <= max);
  return [...(least <= max ? [least] : []), ...round].slice(0, 3);
}
