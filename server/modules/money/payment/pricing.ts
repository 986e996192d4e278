import { cents, getShare, type Cents } from '@contract/base/money';
import type { AccountName } from '../../../ledger/accounts';
import type { Posting } from '../../../ledger/post-transfer';

export interface Quote {
  /** Before coupon and tax. */
  original: Cents;
  discount: Cents;
  tax: Cents;
  /** Fraction 0..1. */
  taxRate: number;
  /** Charged to the card: original − discount + tax. */
  total: Cents;
}

/**
 * Computes discount and tax, rounded half up to whole cents. Tax is on the reduced price.
 *
 * @param input.off the coupon's discount, 0..1. If `tax` is given, it was computed line by line, and `taxRate` is not applied.
 */
export function quote(input: { original: Cents; off: number; taxRate: number; tax?: Cents }): Quote {
  const { original, off, taxRate } = input;
  const discount = getShare(original, off);
  const tax = input.tax ?? getShare(cents(original - discount), taxRate);
  return { original, discount, tax, taxRate, total: cents(original - discount + tax) };
}

/** Part of the payment without tax, and the account that gets it. */
interface Share {
  to: AccountName;
  amount: Cents;
}

/** @param payment `totalPrice` includes `taxAmount`. @param shares must add up to the rest */
export function listPostings(payment: { totalPrice: Cents; taxAmount: Cents }, shares: readonly Share[]): Posting[] {
  const shared = shares.reduce((sum, { amount }) => sum + amount, 0);
  if (shared !== payment.totalPrice - payment.taxAmount)
    throw new Error(`Shares of ${shared} differ from the amount that the card paid`);
  return [
    ...shares.map(({ to, amount }) => ({ from: { kind: 'gateway' } as const, to, amount })),
    { from: { kind: 'gateway' }, to: { kind: 'tax' }, amount: payment.taxAmount },
  ];
}
