import { and, eq, gt, gte, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { rowOf } from '../../../db/rows';
import { subscriptions } from '../../../db/schema/money';
import { follows } from '../../../db/schema/social';

/** People around a creator, counted. */
export function createCreatorHomeRepository(db: Db) {
  return {
    /** Subscriptions begun and follows made since each of these moments, in their order. */
    async countNewFans(performerId: string, since: readonly Date[]) {
      const [first = new Date(0)] = since.toSorted((a, b) => a.getTime() - b.getTime());
      const from = (column: typeof follows.createdAt | typeof subscriptions.createdAt) =>
        since.map(
          (moment) => sql<number>`count(*) filter (where ${column} >= ${moment.toISOString()}::timestamptz)::int`,
        );
      const [[subscribed], [followed]] = await Promise.all([
        db
          .select({ counts: sql<number[]>`array[${sql.join(from(subscriptions.createdAt), sql`, `)}]` })
          .from(subscriptions)
          .where(and(isBegun(performerId), gte(subscriptions.createdAt, first))),
        db
          .select({ counts: sql<number[]>`array[${sql.join(from(follows.createdAt), sql`, `)}]` })
          .from(follows)
          .where(and(eq(follows.followingId, performerId), gte(follows.createdAt, first))),
      ]);
      return since.map((_, index) => ({
        newSubscribers: subscribed?.counts[index] ?? 0,
        newFollowers: followed?.counts[index] ?? 0,
      }));
    },

    /** Fans whose time with a creator runs now. */
    countActive: (performerId: string, now: Date) =>
      db.$count(subscriptions, and(isBegun(performerId), gt(subscriptions.expiredAt, now))),

    findFollow: (userId: string, performerId: string) =>
      rowOf(db, follows, eq(follows.followerId, userId), eq(follows.followingId, performerId)),
  };
}

/** Everything of a creator's that was ever paid or tried. */
const isBegun = (performerId: string) =>
  and(eq(subscriptions.performerId, performerId), inArray(subscriptions.status, ['active', 'past_due', 'deactivated']));
