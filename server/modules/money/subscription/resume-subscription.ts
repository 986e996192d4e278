import { getRenewalDate } from '@contract/money/subscription-period';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { SettingsService } from '../../site/settings/settings-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { restartRenewals, type RestartDeps } from './restart-renewals';
import { canResume, hasAccess, isRunning } from './subscription-policy';
import { subscriptionRepository, type SubscriptionRepository, type SubscriptionRow } from './subscription-repository';

interface ResumeDeps extends Pick<ServerContext, 'db'>, RestartDeps<SubscriptionRow> {
  settings: Pick<SettingsService, 'read'>;
  eligibility: Pick<PaymentEligibility, 'open'>;
  repository: Pick<SubscriptionRepository, 'find'>;
}

/**
 * @returns false if the actor does not pay for a subscription with this id.
 * @throws AppError FORBIDDEN if it has ended, ENTITY_NOT_FOUND and CREATOR_LEAVING if its creator cannot be paid
 */
export async function resumeSubscription(deps: ResumeDeps, actor: Actor, id: string): Promise<boolean> {
  const found = await deps.repository.find(id);
  if (!found || !canResume(actor, found)) return false;
  if (isRunning(found)) return true;
  const site = await deps.settings.read();
  return inTransaction(deps.db, async (tx) => {
    await deps.eligibility.open(tx, { payerId: found.userId, sellerId: found.performerId, site });
    const row = await subscriptionRepository.lock(id, tx);
    if (!row) return false;
    if (isRunning(row)) return true;
    if (!row.expiredAt || !hasAccess(row, deps.clock.now()))
      throw new AppError('FORBIDDEN', { message: 'This subscription has ended.' });
    const isRecurring = row.subscriptionType === 'monthly' || row.subscriptionType === 'yearly';
    await restartRenewals(deps, row, isRecurring ? getRenewalDate(row.expiredAt) : null, tx);
    return true;
  });
}
