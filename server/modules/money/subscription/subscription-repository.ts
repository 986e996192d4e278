import { and, count, eq, inArray, lte, max, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { isCurrentSubscription } from '../../../db/conditions';
import { betweenDays, orderOf } from '../../../db/list-query';
import { includesText } from '../../../db/search-words';
import { accounts } from '../../../db/schema/accounts';
import { paymentTransactions, subscriptions } from '../../../db/schema/money';
import { fanNotes, userBlocks } from '../../../db/schema/social';
import type { Executor, Tx } from '../../../db/transaction';
import { hasRows, listIds, lockRow, findRow } from '../../../db/query-helpers';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
type SubscriptionValues = Omit<typeof subscriptions.$inferInsert, 'id' | 'userId' | 'performerId' | 'createdAt'>;
/** Whose list, and what narrows it. */
export type SubscriptionFilter = EndpointPart<'searchPerformerSubscriptions', 'query'> & { performerId?: string };

const sortable = {
  createdAt: subscriptions.createdAt,
  updatedAt: subscriptions.updatedAt,
  expiredAt: subscriptions.expiredAt,
  startRecurringDate: subscriptions.startRecurringDate,
  nextRecurringDate: subscriptions.nextRecurringDate,
};

/** Subscriptions of fans to creators, one row a pair. */
export function createSubscriptionRepository(db: Db) {
  const pair = (userId: string, performerId: string) =>
    and(eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId));

  return {
    find: (id: string, tx: Executor = db) => findRow(tx, subscriptions, eq(subscriptions.id, id)),

    findPair: (userId: string, performerId: string, tx: Executor = db) =>
      findRow(tx, subscriptions, pair(userId, performerId)),

    lock: (id: string, tx: Tx) => lockRow(tx, subscriptions, eq(subscriptions.id, id)),

    lockPair: (userId: string, performerId: string, tx: Tx) => lockRow(tx, subscriptions, pair(userId, performerId)),

    /** Stores a pair's subscription over the one it had. */
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

    /** Changes all that somebody is on either side of and that go on by themselves. */
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

    /** How many fans have paid for time with a creator that still runs, and the end of the last one's. */
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

    /** Makes a fan's renewals that failed due now. @returns whether there are any. */
    retryNow: (userId: string, now: Date, tx: Tx): Promise<boolean> =>
      hasRows(
        tx
          .update(subscriptions)
          .set({ nextRecurringDate: now, updatedAt: now })
          .where(and(eq(subscriptions.userId, userId), eq(subscriptions.status, 'past_due')))
          .returning({ id: subscriptions.id }),
      ),

    /** Ids of at most `most` to renew now and without a payment under way, the longest waiting first. */
    async listDue(now: Date, most: number): Promise<string[]> {
      const { id, userId, performerId, nextRecurringDate, status } = subscriptions;
      const isUnderWay = isPaymentUnderWay({ userId, target: 'performer', targetId: performerId });
      return listIds(
        db
          .select({ id })
          .from(subscriptions)
          .where(and(lte(nextRecurringDate, now), inArray(status, ['active', 'past_due']), not(isUnderWay)))
          .orderBy(nextRecurringDate)
          .limit(most),
      );
    },

    /** Ids of at most `most` trials and gifts that are over but still count as active. */
    listOver: (now: Date, most: number) =>
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
          .limit(most),
      ),

    /** Rows never paid for are hidden; `q` looks at the other party's name. Wire contract 2.15. */
    async search(filter: SubscriptionFilter, { other, now }: { other: 'user' | 'performer'; now: Date }) {
      const otherId = other === 'performer' ? subscriptions.performerId : subscriptions.userId;
      const where = and(
        ne(subscriptions.status, 'created'),
        filter.userId === undefined ? undefined : eq(subscriptions.userId, filter.userId),
        filter.performerId === undefined ? undefined : eq(subscriptions.performerId, filter.performerId),
        filter.userIds === undefined ? undefined : inArray(subscriptions.userId, filter.userIds),
        filter.subscriptionType && eq(subscriptions.subscriptionType, filter.subscriptionType),
        statusIs(filter.status, now),
        filter.isActive === undefined
          ? undefined
          : filter.isActive
            ? isCurrentSubscription(now)
            : not(isCurrentSubscription(now)),
        nameIs(filter.q),
        filter.fanList === undefined || filter.fanList === '' ? undefined : isInFanList(filter.fanList),
        betweenDays(subscriptions.createdAt, filter),
      );
      const [rows, [total]] = await Promise.all([
        db
          .select({ subscription: subscriptions, isKeptOut })
          .from(subscriptions)
          .innerJoin(accounts, eq(accounts.id, otherId))
          .where(where)
          .orderBy(...orderOf(sortable, filter, { fallback: 'updatedAt', id: subscriptions.id }))
          .limit(filter.limit)
          .offset(filter.offset),
        db.select({ total: count() }).from(subscriptions).innerJoin(accounts, eq(accounts.id, otherId)).where(where),
      ]);
      // Whom a creator keeps out is not renewed.
      return {
        rows: rows.map(({ subscription, isKeptOut: isBlocked }) => ({
          ...subscription,
          ...(isBlocked && { nextRecurringDate: null }),
          isBlocked,
        })),
        total: total?.total ?? 0,
      };
    },
  };
}

/** Condition for rows whose payer has a payment for the same under way. @param subject columns of the query it stands in. */
export const isPaymentUnderWay = ({
  userId,
  target,
  targetId,
}: {
  userId: PgColumn;
  target: 'performer' | 'platform';
  targetId: PgColumn | null;
}): SQL => sql`exists (select 1 from ${paymentTransactions} where ${paymentTransactions.userId} = ${userId}
  and ${paymentTransactions.target} = ${target} and coalesce(${paymentTransactions.targetId}, '') = ${targetId ?? ''}
  and ${paymentTransactions.status} in ('processing', 'require_authentication'))`;

const isKeptOut = sql<boolean>`exists (select 1 from ${userBlocks}
  where ${userBlocks.performerId} = ${subscriptions.performerId} and ${userBlocks.userId} = ${subscriptions.userId})`;

/** `suspended` is what an active one past its end is called. Wire contract 2.15. */
function statusIs(status: SubscriptionFilter['status'], now: Date): SQL | undefined {
  switch (status) {
    case undefined:
      return undefined;
    case 'active':
      return and(eq(subscriptions.status, 'active'), isCurrentSubscription(now));
    case 'suspended':
      return and(eq(subscriptions.status, 'active'), not(isCurrentSubscription(now)));
    default:
      return eq(subscriptions.status, status);
  }
}

function nameIs(q: string | undefined): SQL | undefined {
  const text = q?.trim();
  return text ? or(includesText(accounts.name, text), includesText(accounts.username, text)) : undefined;
}

export type SubscriptionRepository = ReturnType<typeof createSubscriptionRepository>;

const isInFanList = (name: string): SQL => sql`exists (
  select 1 from ${fanNotes}
  where ${fanNotes.performerId} = ${subscriptions.performerId} and ${fanNotes.userId} = ${subscriptions.userId}
    and ${name} = any (${fanNotes.lists}))`;
