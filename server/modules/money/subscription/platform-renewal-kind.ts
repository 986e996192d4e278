import type { ServerContext } from '../../../context';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { createPlatformRepository, type PlatformRow } from './platform-repository';
import { toRenewalRefusal, type RenewalKind } from './renewal-kind';

/** The platform subscription as payments name it. */
export const PLATFORM = {
  target: 'platform',
  targetId: null,
  performerId: null,
  type: 'platform_subscription',
  name: 'Platform subscription',
} as const;

/** How subscriptions to the platform are renewed. */
export function createPlatformRenewalKind(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { trade }: { trade: Pick<PaymentEligibility, 'findPayerRefusal'> },
): RenewalKind<PlatformRow> {
  const repository = createPlatformRepository(db);
  return {
    listDue: repository.listDue,
    find: (userId) => repository.find(userId),
    findRefusal: async ({ userId: payerId }, tx, site) =>
      site.siteMembershipEnabled ? toRenewalRefusal(await trade.findPayerRefusal(tx, { payerId, site })) : 'gone',
    findBlock: async () => null,
    lock: (row, tx) => repository.lock(row.userId, tx),
    end: (row, tx) =>
      repository.update(row.id, { status: 'deactivated', nextRecurringDate: null, updatedAt: clock.now() }, tx),
    save: (row, state, tx) => repository.update(row.id, { ...state, updatedAt: clock.now() }, tx),
    describe: () => PLATFORM,
  };
}
