import type { Cents } from '@contract/base/money';
import { and, eq, gt, lt, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { accounts } from './schema/accounts';
import { paymentTransactions, subscriptions } from './schema/money';
import { follows, userBlocks } from './schema/social';

/** An account's id, or the column of the query that names it. */
export type Person = string | AnyColumn;

/**
 * Whether a table has a row for which all of this is true. The conditions are nested: a query of one table writes the columns
 * of an expression without their table, and `id = id` would hold for all.
 */
export const existsIn = (table: PgTable, ...conditions: (SQL | undefined)[]): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${table} where ${and(...conditions)})`;

/** Whether a creator keeps a fan out. Somebody blocked hears no more of who did it. */
export const isBlockedBy = (performerId: Person, userId: Person): SQL<boolean> =>
  existsIn(userBlocks, eq(userBlocks.performerId, performerId), eq(userBlocks.userId, userId));

/** Whether one account follows another. */
export const isFollowing = (followerId: Person, followingId: Person): SQL<boolean> =>
  existsIn(follows, eq(follows.followerId, followerId), eq(follows.followingId, followingId));

/**
 * Whether a subscription is current. This one rule says who is a subscriber: who may open what is for subscribers, whom lists
 * name, and how many any page counts. Trials and cancelled ones count until their end; late ones end with what was paid for.
 *
 * @param expiredAt the column, where a query calls the table otherwise.
 */
export const isCurrentSubscription = (now: Date, expiredAt: SQL | AnyColumn = subscriptions.expiredAt): SQL<boolean> =>
  sql<boolean>`${expiredAt} > ${sql.param(now, subscriptions.expiredAt)}`;

/** Whether somebody subscribes to a creator now. */
export const isSubscribedTo = (performerId: Person, userId: Person, now: Date): SQL<boolean> =>
  existsIn(
    subscriptions,
    eq(subscriptions.userId, userId),
    eq(subscriptions.performerId, performerId),
    isCurrentSubscription(now),
  );

/** Milliseconds after which an account with a verified email is established. */
const ESTABLISHED_AFTER_MS = 24 * 3600 * 1000;

/**
 * Whether the account of the query is more than one made a moment ago: its email is verified and it is older than a day, or
 * it has paid. Only what established accounts do shapes what others are offered.
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
