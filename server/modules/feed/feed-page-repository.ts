import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { executePrepared } from '../../db/execute-prepared';
import type { Tx } from '../../db/transaction';
import {
  candidates,
  conditions,
  isShown,
  liveColumns,
  orderBy,
  scopeCondition,
  sortOf,
  type Asker,
  type FeedFilter,
  type FeedScope,
  type FeedSlice,
} from './feed-page-sql';

export type { Asker, FeedFilter, FeedScope } from './feed-page-sql';

/** What changes between viewers and from moment to moment; the rest of a post is kept in memory. */
export interface LiveRow {
  id: string;
  /** Changes with every edit. Milliseconds since 1970. */
  version: number;
  totalLike: number;
  totalComment: number;
  totalVote: number;
  isLiked: boolean;
  isBookmarked: boolean;
  isBought: boolean;
  isSubscribed: boolean;
  isFollowed: boolean;
  /** Had the creator's free trial before. */
  usedTrial: boolean;
  hasPlatform: boolean;
  votedPollId: string | null;
}

export interface ScopeRow {
  id: string;
  /** Published posts. */
  total: number;
}

/** Lists of posts. Every query walks an index in the order of the list and stops after one page. */
export function createFeedPageRepository(db: Db) {
  return {
    /** The creators among `ids` who are there for the asker, with how many posts each has published. */
    async listShown(ids: readonly string[], asker: Asker): Promise<ScopeRow[]> {
      return executePrepared(db, scopeQuery(sql`p.id = any(${sql.param([...ids])}::text[])`, asker));
    },

    /** The creators whom the asker follows or subscribes to. */
    async listHome(asker: Asker & { viewerId: string }): Promise<ScopeRow[]> {
      const followed = sql`select following_id from follows where follower_id = ${asker.viewerId}`;
      const subscribed = sql`select performer_id from subscriptions
        where user_id = ${asker.viewerId} and expired_at > ${asker.now}`;
      return executePrepared(db, scopeQuery(sql`p.id in (${followed} union ${subscribed})`, asker));
    },

    /** All published posts of creators who are active: a sum of counters, since counting rows would read them all. */
    async sumPublished(): Promise<number> {
      const { rows } = await db.execute<{ total: number }>(sql`
        select coalesce(sum(p.stat_feeds), 0)::float8 as total
        from performers p join accounts a on a.id = p.id where a.status = 'active'`);
      return rows[0]?.total ?? 0;
    },

    /** How many posts fit, counted up to `most` and no further. */
    async countUpTo(most: number, scope: FeedScope, filter: FeedFilter, asker: Asker): Promise<number> {
      const { rows } = await db.execute<{ total: number }>(sql`
        select count(*)::int as total from (
          select 1 from feeds f where ${conditions(scopeCondition(scope, asker), filter, asker)} limit ${most}) counted`);
      return rows[0]?.total ?? 0;
    },

    /** One page, in the order of the list: a creator's pinned posts first, then newest first. */
    async readPage(scope: FeedScope, filter: FeedFilter, slice: FeedSlice, asker: Asker): Promise<LiveRow[]> {
      const query = sql`select ${liveColumns(asker)} from (${candidates(scope, filter, slice, asker)}) c
        join feeds f on f.id = c.id order by ${orderBy('c', sortOf(scope))}`;
      // Pages by offset differ in their text, and are few: clients that scroll name the post they stopped at.
      if (slice.offset === 0) return executePrepared(db, query);
      return (await db.execute<LiveRow & Record<string, unknown>>(query)).rows;
    },

    /** The same for posts by id, whatever their state, in no order. */
    async readLive(ids: readonly string[], asker: Asker, tx?: Tx): Promise<LiveRow[]> {
      const query = sql`select ${liveColumns(asker)} from feeds f where f.id = any(${sql.param([...ids])}::text[])`;
      return tx ? (await tx.execute<LiveRow & Record<string, unknown>>(query)).rows : executePrepared(db, query);
    },
  };
}

const scopeQuery = (which: SQL, asker: Asker) => sql`
  select p.id, p.stat_feeds as total from performers p join accounts a on a.id = p.id
  where ${which} and ${isShown(asker)}`;
