import type { Cents } from '@contract/base/money';
import type { AccountName } from '../../../ledger/accounts';
import type { Posting } from '../../../ledger/post-transfer';

/** One who gets a part of a sale paid by card, before tax. */
export interface Share {
  to: AccountName;
  amount: Cents;
}

/**
 * The postings of a sale paid by card: nobody gets more than the card paid.
 *
 * @param payment `totalPrice` what the card paid, `taxAmount` inside it. @param shares add up to the rest.
 */
export function postingsOf(payment: { totalPrice: Cents; taxAmount: Cents }, shares: readonly Share[]): Posting[] {
  const shared = shares.reduce((sum, { amount }) => sum + amount, 0);
  if (shared !== payment.totalPrice - payment.taxAmount) throw new Error('the shares are not what the card paid');
  return [
    ...shares.map(({ to, amount }) => ({ from: { kind: 'gateway' } as const, to, amount })),
    { from: { kind: 'gateway' }, to: { kind: 'tax' }, amount: payment.taxAmount },
  ];
}
