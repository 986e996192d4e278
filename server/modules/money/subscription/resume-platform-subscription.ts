import { getRenewalDate } from '@contract/money/subscription-period';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { SettingsService } from '../../site/settings/settings-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';

import type { PlatformRow } from './platform-repository';
import type { RenewalKind } from './renewal-kind';
import { restartRenewals, type RestartDeps } from './restart-renewals';
import { assertPlatformOffered, hasAccess } from './subscription-policy';

interface ResumeDeps extends Pick<ServerContext, 'db'>, RestartDeps<PlatformRow> {
  settings: Pick<SettingsService, 'read'>;
  eligibility: Pick<PaymentEligibility, 'lockEligiblePayer'>;
  kind: Pick<RenewalKind<PlatformRow>, 'lockOwn' | 'save' | 'describe'>;
}

/**
 * @returns false if the actor has no platform subscription with this id.
 * @throws AppError FORBIDDEN if it has ended or is no longer offered, or the error of an ineligible payer
 */
export async function resumePlatformSubscription(deps: ResumeDeps, actor: Actor, id: string): Promise<boolean> {
  const site = await deps.settings.read();
  return inTransaction(deps.db, async (tx) => {
    await deps.eligibility.lockEligiblePayer(tx, { payerId: actor.id, site });
    const row = await deps.kind.lockOwn(actor, id, tx);
    if (!row) return false;
    if (row.status !== 'deactivated') return true;
    assertPlatformOffered(site);
    if (!hasAccess(row, deps.clock.now())) throw new AppError('FORBIDDEN', { message: 'This subscription has ended.' });
    await restartRenewals(deps, row, getRenewalDate(row.expiredAt), tx);
    return true;
  });
}
