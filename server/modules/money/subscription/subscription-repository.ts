import { and, count, eq, gt, inArray, lte, max, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { isBlockedBy, isCurrentSubscription } from '../../../db/conditions';
import { performers } from '../../../db/schema/accounts';
import { paymentTransactions, subscriptions } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { listIds, lockRow, findRow } from '../../../db/query-helpers';
import type { RepricedQuery } from './renewal-kind';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
type SubscriptionValues = Omit<typeof subscriptions.$inferInsert, 'id' | 'userId' | 'performerId' | 'createdAt'>;

export type SubscriptionRepository = ReturnType<typeof createSubscriptionRepository>;

export function createSubscriptionRepository(db: Db) {
  return {
    find: (id: string, tx: Executor = db) => findRow(tx, subscriptions, eq(subscriptions.id, id)),

    findPair: (userId: string, performerId: string, tx: Executor = db) =>
      findRow(tx, subscriptions, isPair(userId, performerId)),

    /** Number of fans with paid time that still runs, and the latest end of it. */
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

    async listDue(now: Date, limit: number): Promise<string[]> {
      const { id, userId, performerId, nextRecurringDate, status } = subscriptions;
      const isPaying = hasOpenPayment({ userId, target: 'performer', targetId: performerId });
      return listIds(
        db
          .select({ id })
          .from(subscriptions)
          .where(and(lte(nextRecurringDate, now), inArray(status, ['active', 'past_due']), not(isPaying)))
          .orderBy(nextRecurringDate)
          .limit(limit),
      );
    },

    /** A subscription whose creator blocks the fan does not renew. */
    listRenewing: (userId: string, until: Date): Promise<SubscriptionRow[]> =>
      db
        .select()
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.userId, userId),
            inArray(subscriptions.status, ['active', 'past_due']),
            lte(subscriptions.nextRecurringDate, until),
            not(isBlockedBy(subscriptions.performerId, subscriptions.userId)),
          ),
        )
        .orderBy(subscriptions.id),

    listRepriced: ({ performerId, userId, after, limit }: RepricedQuery & { performerId: string }) =>
      listIds(
        db
          .select({ id: subscriptions.id })
          .from(subscriptions)
          .innerJoin(performers, eq(performers.id, subscriptions.performerId))
          .where(
            and(
              eq(subscriptions.performerId, performerId),
              userId === undefined ? undefined : eq(subscriptions.userId, userId),
              gt(subscriptions.id, after),
              inArray(subscriptions.status, ['active', 'past_due']),
              inArray(subscriptions.subscriptionType, ['monthly', 'yearly']),
              ne(sql`coalesce(${subscriptions.nextPrice}, ${subscriptions.price})`, presentPrice),
              not(isBlockedBy(subscriptions.performerId, subscriptions.userId)),
            ),
          )
          .orderBy(subscriptions.id)
          .limit(limit),
      ),

    async readPrice(id: string, tx: Tx): Promise<Cents | null> {
      const [row] = await tx
        .select({ price: presentPrice })
        .from(subscriptions)
        .innerJoin(performers, eq(performers.id, subscriptions.performerId))
        .where(eq(subscriptions.id, id));
      return row?.price ?? null;
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

const presentPrice = sql<Cents>`case when ${subscriptions.subscriptionType} = 'yearly'
  then ${performers.yearlyPrice} else ${performers.monthlyPrice} end`.mapWith(performers.monthlyPrice);

const isPair = (userId: string, performerId: string) =>
  and(eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId));

/** SQL condition: the payer has an open payment for the same reference. @param columns of the outer query */
export const hasOpenPayment = (columns: {
  userId: PgColumn;
  target: 'performer' | 'platform';
  targetId: PgColumn | null;
}): SQL => sql`exists (select 1 from ${paymentTransactions} where ${paymentTransactions.userId} = ${columns.userId}
  and ${paymentTransactions.target} = ${columns.target}
  and coalesce(${paymentTransactions.targetId}, '') = ${columns.targetId ?? ''}
  and ${paymentTransactions.status} in ('processing', 'require_authentication'))`;
