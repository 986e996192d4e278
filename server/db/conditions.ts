import { and, eq, gt, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { subscriptions } from './schema/money';
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

/** Whether somebody subscribes to a creator now. */
export const hasSubscriber = (performerId: Person, userId: Person, now: Date): SQL<boolean> =>
  existsIn(
    subscriptions,
    eq(subscriptions.userId, userId),
    eq(subscriptions.performerId, performerId),
    gt(subscriptions.expiredAt, now),
  );
