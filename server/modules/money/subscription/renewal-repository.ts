import { and, eq, gt, inArray, isNotNull, lte, ne, not, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { isBlockedBy } from '../../../db/conditions';
import { listIds } from '../../../db/query-helpers';
import { performers } from '../../../db/schema/accounts';
import { paymentTransactions, subscriptions } from '../../../db/schema/money';
import type { Tx } from '../../../db/transaction';
import type { RepricedQuery } from './renewal-kind';
import type { SubscriptionRow } from './subscription-repository';

/** Renewals of subscriptions to creators. */
export function createRenewalRepository(db: Db) {
  return {
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

    /** Leaves out subscriptions whose creator blocks the fan, since they do not renew. */
    listRenewing: (userId: string): Promise<SubscriptionRow[]> =>
      db
        .select()
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.userId, userId),
            inArray(subscriptions.status, ['active', 'past_due']),
            isNotNull(subscriptions.nextRecurringDate),
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
  };
}

const presentPrice = sql<Cents>`case when ${subscriptions.subscriptionType} = 'yearly'
  then ${performers.yearlyPrice} else ${performers.monthlyPrice} end`.mapWith(performers.monthlyPrice);

/** SQL condition: the payer has an open payment for the subscription. @param columns of the outer query */
export const hasOpenPayment = (columns: {
  userId: PgColumn;
  target: 'performer' | 'platform';
  targetId: PgColumn | null;
}): SQL => sql`exists (select 1 from ${paymentTransactions} where ${paymentTransactions.userId} = ${columns.userId}
  and ${paymentTransactions.target} = ${columns.target}
  and coalesce(${paymentTransactions.targetId}, '') = ${columns.targetId ?? ''}
  and ${paymentTransactions.status} in ('processing', 'require_authentication'))`;
