import { and, count, eq, inArray, max, not, or } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { isCurrentSubscription } from '../../../db/conditions';
import { subscriptions } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { listIds, lockRow, findRow } from '../../../db/query-helpers';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
type SubscriptionValues = Omit<typeof subscriptions.$inferInsert, 'id' | 'userId' | 'performerId' | 'createdAt'>;

export type SubscriptionRepository = ReturnType<typeof createSubscriptionRepository>;

export function createSubscriptionRepository(db: Db) {
  return {
    find: (id: string, tx: Executor = db) => findRow(tx, subscriptions, eq(subscriptions.id, id)),

    findPair: (userId: string, performerId: string, tx: Executor = db) =>
      findRow(tx, subscriptions, isPair(userId, performerId)),

    /** The number of fans whose paid period has not ended, and when the last of these periods ends. */
    async readPaidTime(
      performerId: string,
      now: Date,
      tx: Executor = db,
    ): Promise<{ count: number; until: Date | null }> {
      const [row] = await tx
        .select({ count: count(), until: max(subscriptions.expiredAt) })
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.performerId, performerId),
            inArray(subscriptions.subscriptionType, ['monthly', 'yearly']),
            isCurrentSubscription(now),
          ),
        );
      return { count: row?.count ?? 0, until: row?.until ?? null };
    },

    listExpiredTrials: (now: Date, limit: number) =>
      listIds(
        db
          .select({ id: subscriptions.id })
          .from(subscriptions)
          .where(
            and(
              not(isCurrentSubscription(now)),
              eq(subscriptions.status, 'active'),
              inArray(subscriptions.subscriptionType, ['free', 'system']),
            ),
          )
          .limit(limit),
      ),
  };
}

export const subscriptionRepository = {
  lock: (id: string, tx: Tx) => lockRow(tx, subscriptions, eq(subscriptions.id, id)),

  lockPair: (userId: string, performerId: string, tx: Tx) => lockRow(tx, subscriptions, isPair(userId, performerId)),

  async save(userId: string, performerId: string, values: SubscriptionValues & { createdAt: Date }, tx: Tx) {
    const { createdAt, ...changing } = values;
    await tx
      .insert(subscriptions)
      .values({ userId, performerId, createdAt, ...changing })
      .onConflictDoUpdate({ target: [subscriptions.userId, subscriptions.performerId], set: changing });
  },

  async update(id: string, values: Partial<SubscriptionValues>, tx: Tx): Promise<void> {
    await tx.update(subscriptions).set(values).where(eq(subscriptions.id, id));
  },

  /** Changes all renewing subscriptions that an account pays or receives. */
  async updateRunning(accountId: string, values: Partial<SubscriptionValues>, tx: Tx): Promise<void> {
    await tx
      .update(subscriptions)
      .set(values)
      .where(
        and(
          or(eq(subscriptions.userId, accountId), eq(subscriptions.performerId, accountId)),
          inArray(subscriptions.status, ['active', 'past_due']),
        ),
      );
  },

  lockPastDue: (userId: string, tx: Tx): Promise<SubscriptionRow[]> =>
    tx
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, userId), eq(subscriptions.status, 'past_due')))
      .orderBy(subscriptions.id)
      .for('update'),
};

const isPair = (userId: string, performerId: string) =>
  and(eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId));
