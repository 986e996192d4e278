import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import type { BlockService } from '../../identity/block/block-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { toRenewalError, type RenewalKind } from './renewal-kind';
import { createRenewalRepository } from './renewal-repository';
import { canResume, isRunning } from './subscription-policy';
import { createSubscriptionRepository, subscriptionRepository, type SubscriptionRow } from './subscription-repository';

interface RenewalKindDeps {
  eligibility: Pick<PaymentEligibility, 'findError'>;
  block: Pick<BlockService, 'findUserBlock'>;
}

export const getStoppedState = (now: Date) =>
  ({ status: 'deactivated', nextRecurringDate: null, cancelledAt: now, updatedAt: now }) as const;

export function createSubscriptionRenewalKind(
  { db, clock, events }: Pick<ServerContext, 'db' | 'clock' | 'events'>,
  { eligibility, block }: RenewalKindDeps,
): RenewalKind<SubscriptionRow> {
  const { find } = createSubscriptionRepository(db);
  const { listDue, listRepriced, readPrice } = createRenewalRepository(db);
  const end = async (row: SubscriptionRow, tx: Tx) => {
    await subscriptionRepository.update(row.id, getStoppedState(clock.now()), tx);
    const { id, performerId, userId: fanId, subscriptionType: kind, expiredAt } = row;
    const data = { id, fanId, kind, accessUntil: expiredAt?.toISOString() ?? null };
    await events.emit(tx, 'webhookEvent', { performerId, type: 'subscription.ended', data });
  };
  return {
    listDue,
    listRepriced: async ({ performerId, ...page }) =>
      performerId === null ? [] : listRepriced({ performerId, ...page }),
    find: (id) => find(id),
    readPrice: ({ id }, tx) => readPrice(id, tx),
    findError: async ({ userId: payerId, performerId: sellerId }, tx, site) =>
      toRenewalError(await eligibility.findError(tx, { payerId, sellerId, site })),
    findBlock: ({ userId, performerId }, tx) => block.findUserBlock({ userId, performerId }, tx),
    lock: (row, tx) => subscriptionRepository.lock(row.id, tx),
    async lockOwn(actor, id, tx) {
      const row = await subscriptionRepository.lock(id, tx);
      return row && canResume(actor, row) ? row : null;
    },
    end,
    async save(row, state, tx) {
      if (state.status === 'deactivated') await end(row, tx);
      const isBack = state.status !== undefined && isRunning({ status: state.status }) && !isRunning(row);
      const values = { ...state, ...(isBack && { cancelledAt: null }), updatedAt: clock.now() };
      await subscriptionRepository.update(row.id, values, tx);
    },
    describe: (row) => ({
      target: 'performer',
      targetId: row.performerId,
      performerId: row.performerId,
      type: row.subscriptionType === 'yearly' ? 'yearly_subscription' : 'monthly_subscription',
      name: row.subscriptionType === 'yearly' ? 'Yearly subscription' : 'Monthly subscription',
    }),
  };
}
