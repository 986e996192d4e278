import type { ServerContext } from '../../../context';
import type { Listener } from '../../../events';
import type { PaymentService } from '../payment/payment-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { hasTriedCard } from './last-attempt';
import { platformRepository } from './platform-repository';
import { subscriptionRepository } from './subscription-repository';

interface AgeRenewalDeps {
  payment: Pick<PaymentService, 'hasPayment'>;
  eligibility: Pick<PaymentEligibility, 'tryLockEligiblePayer'>;
}

/** Retries renewals that wait for the fan's age, as soon as the fan declares it. */
export function createAgeRenewals(
  { clock, jobs }: Pick<ServerContext, 'clock' | 'jobs'>,
  { payment, eligibility }: AgeRenewalDeps,
) {
  const onAgeDeclared: Listener<'ageDeclared'> = async (tx, { accountId }) => {
    // During a dispute, trying now would use up a retry, too. The declared age meets every minimum.
    if (!(await eligibility.tryLockEligiblePayer(tx, { payerId: accountId, site: { minimumAge: 0 } }))) return;
    const now = clock.now();
    let isAnyDue = false;
    for (const { lockPastDue, update } of [subscriptionRepository, platformRepository]) {
      for (const row of await lockPastDue(accountId, tx)) {
        // After a declined card the date stays: trying now would use up a retry.
        if (row.renewalAttempts === 0 || (await hasTriedCard(payment, row, tx))) continue;
        await update(row.id, { nextRecurringDate: now, updatedAt: now }, tx);
        isAnyDue = true;
      }
    }
    if (isAnyDue) await jobs.send('renew-subscriptions', {}, { tx });
  };
  return { onAgeDeclared };
}
