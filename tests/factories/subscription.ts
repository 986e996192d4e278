import { subscriptions } from '../../server/db/schema/money';
import type { TestApp } from '../harness/build-test-app';

type SubscriptionRow = typeof subscriptions.$inferSelect;

/** A monthly subscription with thirty days left, created without a payment. */
export async function buildSubscription(
  app: TestApp,
  { userId, performerId, ...overrides }: Pick<SubscriptionRow, 'userId' | 'performerId'> & Partial<SubscriptionRow>,
): Promise<SubscriptionRow> {
  const expiredAt = new Date(app.clock.now().getTime() + 30 * 24 * 3600 * 1000);
  const values = { subscriptionType: 'monthly', status: 'active', expiredAt, ...overrides } as const;
  const isRecurring = values.subscriptionType === 'monthly' || values.subscriptionType === 'yearly';
  const nextRecurringDate = isRecurring && values.status !== 'deactivated' ? values.expiredAt : null;
  const [row] = await app.context.db
    .insert(subscriptions)
    .values({ userId, performerId, nextRecurringDate, ...values })
    .returning();
  if (!row) throw new Error('The insert returned no subscription');
  return row;
}
