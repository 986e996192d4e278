import { cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { isRenewal, listPostings, type PaymentEffects } from '../payment/payment-service';
import { toTaxArea } from '../payment/tax-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { nextPeriod } from '@contract/money/subscription-period';
import { reverseTransfer } from '../../../ledger/post-transfer';
import { endedAt } from './subscription-policy';
import { getPriceAfter } from './subscription-price';
import { platformRepository, type PlatformRow } from './platform-repository';
import type { RenewalFailures } from './renewal-failures';

interface PlatformGrantDeps {
  failures: Pick<RenewalFailures<PlatformRow>, 'recordFailure'>;
  eligibility: Pick<PaymentEligibility, 'tryLockEligiblePayer'>;
}

/** Wire contract 2.22. */
export function createPlatformGrant(
  { clock, jobs }: Pick<ServerContext, 'clock' | 'jobs'>,
  { failures, eligibility }: PlatformGrantDeps,
): PaymentEffects {
  return {
    async grant(tx, { id, userId, cardId, taxLocation, ...paid }, site) {
      if (!(await eligibility.tryLockEligiblePayer(tx, { payerId: userId, site }))) return null;
      const before = await platformRepository.lock(userId, tx);
      const now = clock.now();
      const term = { startRecurringDate: null, expiredAt: null, ...before, isRecurring: true };
      const period = nextPeriod(term, { now, months: 1 });
      // Canceled while the renewal was being paid: grant the paid period, but no further renewal.
      const isCancelled = isRenewal(paid) && before?.status === 'deactivated';
      const values = {
        ...period,
        status: isCancelled ? 'deactivated' : 'active',
        nextRecurringDate: isCancelled ? null : period.nextRecurringDate,
        ...getPriceAfter(before, { price: paid.originalPrice, isRenewal: isRenewal(paid) }),
        // The fan may have chosen another card while the renewal was being paid.
        cardId: isRenewal(paid) && before ? before.cardId : cardId,
        taxLocation: taxLocation && toTaxArea(taxLocation),
        renewalAttempts: 0,
        transactionId: id,
        createdAt: now,
        updatedAt: now,
      } as const;
      await platformRepository.save(userId, values, tx);
      // The price may have changed while the payment was open, and the fan was not notified, having no subscription yet.
      if (!isRenewal(paid)) await jobs.send('announce-prices', { performerId: null, userId }, { tx });
      // Only the amount paid after any coupon is posted, since no creator gets a share of the full price.
      const amount = paid.totalPrice - paid.taxAmount;
      if (paid.totalPrice === 0) return { transfers: [] };
      const postings = listPostings(paid, [{ to: { kind: 'revenue' }, amount: cents(amount) }]);
      return { transfers: [{ code: 'platform-subscription', key: `payment:${id}`, subject: id, postings }] };
    },

    async takeBack(tx, { id, userId, totalPrice }) {
      const row = await platformRepository.lock(userId, tx);
      if (row?.transactionId === id) await platformRepository.update(row.id, endedAt(clock.now()), tx);
      await reverseTransfer(tx, { key: `payment:${id}`, reverseKey: `refund:${id}` });
      return totalPrice;
    },

    async refuse(tx, failed, site) {
      if (!isRenewal(failed)) return;
      const row = await platformRepository.lock(failed.userId, tx);
      if (row) await failures.recordFailure(tx, row, { failed, site });
    },
  };
}
