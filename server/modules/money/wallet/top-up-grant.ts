import { cents, fromCents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { readPersonBalances } from '../../../ledger/accounts';
import { rooms } from '../../../realtime/publish';
import { listPostings, type PaymentEffects } from '../payment/payment-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';

/** Effects of paying for a top-up: its amount goes to the wallet. */
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
  };
}
