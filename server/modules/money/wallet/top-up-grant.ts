import { cents, fromCents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { lockWallet, readPersonBalances } from '../../../ledger/accounts';
import { postTransfer } from '../../../ledger/post-transfer';
import { rooms } from '../../../realtime/publish';
import { listPostings, type PaymentEffects } from '../payment/payment-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { readUnreturned } from './top-up-refunds';

export function createTopUpGrant(
  { db, publisher }: Pick<ServerContext, 'db' | 'publisher'>,
  { eligibility }: { eligibility: Pick<PaymentEligibility, 'tryLockEligiblePayer'> },
): PaymentEffects {
  return {
    async grant(tx, payment, site) {
      const { id, userId: ownerId } = payment;
      const amount = cents(payment.totalPrice - payment.taxAmount);
      if (!(await eligibility.tryLockEligiblePayer(tx, { payerId: ownerId, site }))) return null;
      const postings = listPostings(payment, [{ to: { kind: 'wallet', ownerId }, amount }]);
      tx.afterCommit(async () => {
        const { wallet, pending } = await readPersonBalances(db, ownerId);
        const payload = { balance: fromCents(wallet), pendingBalance: fromCents(pending) };
        publisher.publish('balance_update', rooms.account(ownerId), payload);
      });
      return { transfers: [{ code: 'top-up', key: `payment:${id}`, subject: id, postings }] };
    },

    // The part that was spent becomes the payer's debt, since creators keep what they were paid.
    async takeBack(tx, payment) {
      const { id, userId: ownerId, totalPrice } = payment;
      const { net, tax, refused } = await readUnreturned(tx, payment);
      const amount = cents(net + refused);
      const recovered = cents(totalPrice + refused);
      if (amount + tax === 0) return recovered;
      const fromWallet = cents(Math.min(await lockWallet(tx, ownerId), amount));
      const to = { kind: 'gateway' } as const;
      await postTransfer(tx, {
        code: 'top-up-loss',
        key: `refund:${id}`,
        subject: id,
        postings: [
          { from: { kind: 'wallet', ownerId }, to, amount: fromWallet },
          { from: { kind: 'debt', ownerId }, to, amount: cents(amount - fromWallet) },
          { from: { kind: 'tax' }, to, amount: tax },
        ],
      });
      return recovered;
    },
  };
}
