import type { Viewer } from '../../../access';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { accounts, performers } from '../../../db/schema/accounts';
import { listIds } from '../../../db/query-helpers';
import { subscriberCount } from './performer-filter';
import { isListedFor, isOpenTo } from './performer-visibility';

export interface PerformerListPage {
  where: SQL | undefined;
  order: SQL[];
  limit: number;
  offset: number;
  /** Counts all matches in the same query, for filters without an index. There is no total beyond the last page. */
  withTotal?: boolean;
}

export type PerformerListRepository = ReturnType<typeof createPerformerListRepository>;

// The join already implies the kind, but the indexes of creator lists start with it.
const isListed = (viewer: Viewer) => and(eq(accounts.kind, 'performer'), isOpenTo(viewer), isListedFor(viewer));

export function createPerformerListRepository(db: Db) {
  return {
    async listIds(
      viewer: Viewer,
      { where, order, limit, offset, withTotal }: PerformerListPage,
    ): Promise<{ ids: string[]; total: number | undefined }> {
      const rows = await db
        .select({ id: accounts.id, total: withTotal ? sql<number>`(count(*) over())::int` : sql<number>`0` })
        .from(accounts)
        .innerJoin(performers, eq(performers.id, accounts.id))
        .where(and(isListed(viewer), where))
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      return { ids: rows.map((row) => row.id), total: withTotal ? rows[0]?.total : undefined };
    },

    async count(viewer: Viewer, where: SQL | undefined): Promise<number> {
      const [row] = await db
        .select({ total: sql<number>`count(*)::int` })
        .from(accounts)
        .innerJoin(performers, eq(performers.id, accounts.id))
        .where(and(isListed(viewer), where));
      return row?.total ?? 0;
    },

    listRandomIds: (viewer: Viewer, where: SQL | undefined, limit: number) =>
      listIds(
        db
          .select({ id: accounts.id })
          .from(accounts)
          .innerJoin(performers, eq(performers.id, accounts.id))
          .where(and(isListed(viewer), where))
          .orderBy(sql`random()`)
          .limit(limit),
      ),

    /** The weights are ours, because compatible backends do not document theirs. @param since start of the trend */
    async refreshScores({ now, since }: { now: Date; since: Date }): Promise<void> {
      const score = sql`(ranked.subscribers * 50 + ${performers.statFollowers} * 10
        + ${performers.statLikes} * 2 + ${performers.statViews} / 10)`;
      const trend = sql`((select count(*) from follows f where f.following_id = performers.id and f.created_at > ${since})
        + 3 * (select count(*) from subscriptions s where s.performer_id = performers.id and s.created_at > ${since}))`;
      await db.execute(sql`
        update performers set score = now.score, trend = now.trend, stat_subscribers = now.subscribers
        from (select id, ranked.subscribers, ${score} as score, ${trend} as trend
          from performers, lateral (select ${subscriberCount(now)} as subscribers) ranked) now
        where performers.id = now.id
          and (performers.score, performers.trend, performers.stat_subscribers) <> (now.score, now.trend, now.subscribers)`);
    },
  };
}
