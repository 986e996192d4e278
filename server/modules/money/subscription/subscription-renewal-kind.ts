import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import type { BlockService } from '../../identity/block/block-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { toRenewalRefusal, type RenewalKind } from './renewal-kind';
import { isRunning } from './subscription-policy';
import { createSubscriptionRepository, type SubscriptionRow } from './subscription-repository';

interface Dependencies {
  trade: Pick<PaymentEligibility, 'findRefusal'>;
  block: Pick<BlockService, 'findUserBlock'>;
}

/** Columns of a subscription that renews no more. */
export const stoppedAt = (now: Date) =>
  ({ status: 'deactivated', nextRecurringDate: null, cancelledAt: now, updatedAt: now }) as const;

/** How subscriptions to creators are renewed. */
export function createSubscriptionRenewalKind(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { trade, block }: Dependencies,
): RenewalKind<SubscriptionRow> {
  const repository = createSubscriptionRepository(db);
  const end = (row: SubscriptionRow, tx: Tx) => repository.update(row.id, stoppedAt(clock.now()), tx);
  return {
    listDue: repository.listDue,
    find: repository.find,
    findRefusal: async ({ userId: payerId, performerId: sellerId }, tx, site) =>
      toRenewalRefusal(await trade.findRefusal(tx, { payerId, sellerId, site })),
    findBlock: ({ userId, performerId }, tx) => block.findUserBlock({ userId, performerId }, tx),
    lock: (row, tx) => repository.lock(row.id, tx),
    end,
    async save(row, state, tx) {
      if (state.status === 'deactivated') await end(row, tx);
      const isBack = state.status !== undefined && isRunning({ status: state.status }) && !isRunning(row);
      await repository.update(row.id, { ...state, ...(isBack && { cancelledAt: null }), updatedAt: clock.now() }, tx);
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
