import type { Cents } from '@contract/base/money';
import { and, eq, gt, lt, ne, not, notInArray, or, sql, type AnyColumn, type Placeholder, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { tradeTypes } from '../lib/news-kind';
import { accounts } from './schema/accounts';
import { paymentTransactions, subscriptions } from './schema/money';
import { orderEvents, orders } from './schema/orders';
import { follows, notifications, userBlocks } from './schema/social';

/** An account id, or a column of the query that contains one. A placeholder is for prepared queries. */
export type Person = string | AnyColumn | Placeholder;
export type Moment = Date | Placeholder;

/**
 * Nested in `and`, because Drizzle omits the table name of top-level columns in single-table queries: `id = id` is always true.
 */
export const existsIn = (table: PgTable, ...conditions: (SQL | undefined)[]): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${table} where ${and(...conditions)})`;

/** True if the creator blocks the fan. Blocked fans receive nothing more about the creator, except about what they bought. */
export const isBlockedBy = (performerId: Person, userId: Person): SQL<boolean> =>
  existsIn(userBlocks, eq(userBlocks.performerId, performerId), eq(userBlocks.userId, userId));

/** True for a notification of a creator who blocks its recipient, except about money and orders. Promises M-21. */
export const isHiddenByBlock = (): SQL<boolean> =>
  sql<boolean>`(${and(
    notInArray(notifications.type, [...tradeTypes]),
    isBlockedBy(notifications.createdBy, notifications.userId),
  )})`;

export const isFollowing = (followerId: Person, followingId: Person): SQL<boolean> =>
  existsIn(follows, eq(follows.followerId, followerId), eq(follows.followingId, followingId));

/**
 * The one definition of a current subscriber, for access, lists and counts. Trials and canceled subscriptions count until they
 * end; one whose renewal is overdue ends with its paid period. @param expiredAt the column, if the query uses an alias
 */
export const isCurrentSubscription = (
  now: Moment,
  expiredAt: SQL | AnyColumn = subscriptions.expiredAt,
): SQL<boolean> => sql<boolean>`${expiredAt} > ${sql.param(now, subscriptions.expiredAt)}`;

export const isSubscribedTo = (performerId: Person, userId: Person, now: Moment): SQL<boolean> =>
  existsIn(
    subscriptions,
    eq(subscriptions.userId, userId),
    eq(subscriptions.performerId, performerId),
    isCurrentSubscription(now),
  );

/** False once an operator has closed the account. */
export const isOpenAccount = (id: Person): SQL<boolean> =>
  existsIn(accounts, eq(accounts.id, id), ne(accounts.status, 'inactive'));

/** Also refunded orders: a parcel that was returned has to be talked about. Not those that the buyer cancelled at once. */
export const hasOrderedFrom = (performerId: Person, userId: Person): SQL<boolean> =>
  existsIn(
    orders,
    eq(orders.userId, userId),
    eq(orders.performerId, performerId),
    not(existsIn(orderEvents, eq(orderEvents.orderId, orders.id), eq(orderEvents.kind, 'cancelled'))),
  );

const ESTABLISHED_AFTER_MS = 24 * 3600 * 1000;

/**
 * True for accounts that have paid, or are older than a day with a verified email. Only these influence what is suggested to
 * others.
 */
export const isEstablished = (now: Date): SQL | undefined =>
  or(
    and(eq(accounts.verifiedEmail, true), lt(accounts.createdAt, new Date(now.getTime() - ESTABLISHED_AFTER_MS))),
    existsIn(
      paymentTransactions,
      eq(paymentTransactions.userId, accounts.id),
      eq(paymentTransactions.status, 'success'),
      gt(paymentTransactions.totalPrice, 0 as Cents),
    ),
  );
