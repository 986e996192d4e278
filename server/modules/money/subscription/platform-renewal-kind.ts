import { toCents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { createPlatformRepository, platformRepository, type PlatformRow } from './platform-repository';
import { toRenewalError, type RenewalKind } from './renewal-kind';

/** How payments describe the platform subscription. */
export const PLATFORM = {
  target: 'platform',
  targetId: null,
  performerId: null,
  type: 'platform_subscription',
  name: 'Platform subscription',
} as const;

export function createPlatformRenewalKind(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { eligibility }: { eligibility: Pick<PaymentEligibility, 'findPayerError'> },
): RenewalKind<PlatformRow> {
  const { listDue, listRepriced, find } = createPlatformRepository(db);
  return {
    listDue,
    listRepriced: async ({ performerId, site, ...page }) =>
      performerId === null ? listRepriced({ price: toCents(site.monthlySubscriptionPrice), ...page }) : [],
    find: (userId) => find(userId),
    readPrice: async (_row, _tx, site) => toCents(site.monthlySubscriptionPrice),
    findError: async ({ userId: payerId }, tx, site) =>
      site.siteMembershipEnabled ? toRenewalError(await eligibility.findPayerError(tx, { payerId, site })) : 'gone',
    findBlock: async () => null,
    lock: (row, tx) => platformRepository.lock(row.userId, tx),
    async lockOwn(actor, id, tx) {
      const row = await platformRepository.lock(actor.id, tx);
      return row?.id === id ? row : null;
    },
    end: (row, tx) =>
      platformRepository.update(row.id, { status: 'deactivated', nextRecurringDate: null, updatedAt: clock.now() }, tx),
    save: (row, state, tx) => platformRepository.update(row.id, { ...state, updatedAt: clock.now() }, tx),
    describe: () => PLATFORM,
  };
}
