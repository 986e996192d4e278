import { cents, type Cents } from '@contract/money';
import type { AccountName } from '../../ledger/accounts';
import type { Posting } from '../../ledger/post-transfer';

/** One who gets a part of a sale paid by card, before tax. */
export interface Share {
  to: AccountName;
  amount: Cents;
}

/**
 * The postings of a sale paid by card. The shares add up to the price before the coupon; what the coupon took off comes
 * from `promotion`, the rest and the tax from the card.
 *
 * @param payment `originalPrice` before coupon and tax, `totalPrice` what the card paid, `taxAmount` inside it.
 */
export function postingsOf(
  payment: { originalPrice: Cents; totalPrice: Cents; taxAmount: Cents },
  shares: readonly Share[],
): Posting[] {
  let left = payment.totalPrice - payment.taxAmount;
  const postings = shares.flatMap(({ to, amount }): Posting[] => {
    const byCard = Math.min(left, amount);
    left -= byCard;
    return [
      { from: { kind: 'gateway' }, to, amount: cents(byCard) },
      { from: { kind: 'promotion' }, to, amount: cents(amount - byCard) },
    ];
  });
  return [...postings, { from: { kind: 'gateway' }, to: { kind: 'tax' }, amount: payment.taxAmount }];
}
