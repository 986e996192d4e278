import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import type { Listener } from '../../../events';
import { toRenewalKey, type PaymentService } from '../payment/payment-service';
import { platformRepository, type PlatformRow } from './platform-repository';
import { subscriptionRepository, type SubscriptionRow } from './subscription-repository';

/** Retries renewals that wait for the fan's age, as soon as the fan declares it. */
export function createAgeRenewals(
  { clock, jobs }: Pick<ServerContext, 'clock' | 'jobs'>,
  { payment }: { payment: Pick<PaymentService, 'hasPayment'> },
) {
  /** The last attempt made no payment. After a declined card the date stays: trying now would use up a retry. */
  async function isWaitingForAge(
    { id, userId, expiredAt, renewalAttempts }: SubscriptionRow | PlatformRow,
    tx: Tx,
  ): Promise<boolean> {
    if (renewalAttempts === 0 || expiredAt === null) return false;
    return !(await payment.hasPayment(userId, toRenewalKey(id, expiredAt, renewalAttempts - 1), tx));
  }

  const onAgeDeclared: Listener<'ageDeclared'> = async (tx, { accountId }) => {
    const now = clock.now();
    let isAnyDue = false;
    for (const { lockPastDue, update } of [subscriptionRepository, platformRepository]) {
      for (const row of await lockPastDue(accountId, tx)) {
        if (!(await isWaitingForAge(row, tx))) continue;
        await update(row.id, { nextRecurringDate: now, updatedAt: now }, tx);
        isAnyDue = true;
      }
    }
    if (isAnyDue) await jobs.send('renew-subscriptions', {}, { tx });
  };
  return { onAgeDeclared };
}
