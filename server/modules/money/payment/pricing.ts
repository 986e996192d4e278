import { cents, getShare, type Cents } from '@contract/base/money';
import type { AccountName } from '../../../ledger/accounts';
import type { Posting } from '../../../ledger/post-transfer';

export interface Quote {
  /** Before coupon and tax. */
  original: Cents;
  /** By the coupon. */
  discount: Cents;
  tax: Cents;
  /** The share that the tax is, a fraction 0..1. */
  taxRate: number;
  /** Charged to the card: original − discount + tax. */
  total: Cents;
}

/**
 * Computes the amount that a card has to pay. Discount and tax are rounded half up to whole cents, the tax from the reduced price.
 *
 * @param input.off coupon's fraction 0..1; `taxRate` fraction 0..1; `tax` instead, where it was worked out line by line.
 */
export function quote(input: { original: Cents; off: number; taxRate: number; tax?: Cents }): Quote {
  const { original, off, taxRate } = input;
  const discount = getShare(original, off);
  const tax = input.tax ?? getShare(cents(original - discount), taxRate);
  return { original, discount, tax, taxRate, total: cents(original - discount + tax) };
}

/** A part of a sale paid by card, before tax. */
interface Share {
  to: AccountName;
  amount: Cents;
}

/**
 * The postings of a sale paid by card, which never add up to more than the card paid.
 *
 * @param payment `totalPrice` of the card, including `taxAmount`. @param shares add up to the rest.
 */
export function listPostings(payment: { totalPrice: Cents; taxAmount: Cents }, shares: readonly Share[]): Posting[] {
  const shared = shares.reduce((sum, { amount }) => sum + amount, 0);
  if (shared !== payment.totalPrice - payment.taxAmount) throw new Error('the shares are not what the card paid');
  return [
    ...shares.map(({ to, amount }) => ({ from: { kind: 'gateway' } as const, to, amount })),
    { from: { kind: 'gateway' }, to: { kind: 'tax' }, amount: payment.taxAmount },
  ];
}
