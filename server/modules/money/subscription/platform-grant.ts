import { cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { isRenewal, listPostings, type PaymentEffects } from '../payment/payment-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { nextPeriod } from '@contract/money/subscription-period';
import { createPlatformRepository, type PlatformRow } from './platform-repository';
import type { RenewalFailures } from './renewal-failures';

interface PlatformGrantDependencies {
  failures: Pick<RenewalFailures<PlatformRow>, 'takeFailure'>;
  trade: Pick<PaymentEligibility, 'tryHoldPayer'>;
}

/** What paying for the platform subscription does. Wire contract 2.22. */
export function createPlatformGrant(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { failures, trade }: PlatformGrantDependencies,
): PaymentEffects {
  const repository = createPlatformRepository(db);
  return {
    async grant(tx, { id, userId, cardId, taxLocation, ...paid }, site) {
      if (!(await trade.tryHoldPayer(tx, { payerId: userId, site }))) return null;
      const before = await repository.lock(userId, tx);
      const now = clock.now();
      const term = { startRecurringDate: null, expiredAt: null, ...before, isRecurring: true };
      const period = nextPeriod(term, { now, months: 1 });
      // Cancelled while the renewal was under way: what is paid for is given, and nothing after it.
      const isCancelled = isRenewal(paid) && before?.status === 'deactivated';
      const values = {
        ...period,
        status: isCancelled ? 'deactivated' : 'active',
        nextRecurringDate: isCancelled ? null : period.nextRecurringDate,
        price: paid.originalPrice,
        // Of a renewal: another one may have been chosen meanwhile.
        cardId: isRenewal(paid) && before ? before.cardId : cardId,
        taxLocation,
        renewalAttempts: 0,
        transactionId: id,
        createdAt: now,
        updatedAt: now,
      } as const;
      await repository.save(userId, values, tx);
      // Nobody is owed what a coupon took off here, so only what was paid is booked.
      const amount = paid.totalPrice - paid.taxAmount;
      if (paid.totalPrice === 0) return {};
      const postings = listPostings(paid, [{ to: { kind: 'revenue' }, amount: cents(amount) }]);
      return { transfer: { code: 'platform-subscription', key: `payment:${id}`, subject: id, postings } };
    },

    async refuse(tx, failed, site) {
      if (!isRenewal(failed)) return;
      const row = await repository.lock(failed.userId, tx);
      if (row) await failures.takeFailure(tx, row, { failed, site });
    },
  };
}
