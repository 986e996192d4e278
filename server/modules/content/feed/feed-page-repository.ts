import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { executePrepared } from '../../../db/execute-prepared';
import type { Executor } from '../../../db/transaction';
import {
  askerShape,
  askerValues,
  listShape,
  listValues,
  type Asker,
  type AskerShape,
  type FeedFilter,
  type FeedScope,
  type FeedSlice,
  type ListShape,
  type PageShape,
} from './feed-page-shape';
import {
  candidates,
  conditions,
  homeCreators,
  isInScope,
  isApproved,
  isNotKeptOut,
  liveColumns,
  orderBy,
  totalOf,
} from './feed-page-sql';

export type { Asker, FeedFilter, FeedScope } from './feed-page-shape';

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

/** A post in its place in a list. */
export interface PageRow extends LiveRow {
  performerId: string;
  hasPoll: boolean;
  /** How many posts the list has without filters; null for everybody's. */
  scopeTotal: number | null;
}

/** Lists of posts. Every query walks an index in the order of the list and stops after one page. */
export function createFeedPageRepository(db: Db) {
  return {
    /** Those of the creators that the asker is not kept out by, and whether they have left, or are not approved. */
    async readShown(ids: readonly string[], asker: Asker): Promise<Map<string, boolean>> {
      const shape = askerShape(asker);
      const rows = await executePrepared<{ id: string; hasLeft: boolean }>(db, {
        shape: `shown creators ${JSON.stringify(shape)}`,
        build: () => shownQuery(shape),
        values: { ...askerValues(asker), ids },
      });
      return new Map(rows.map((row) => [row.id, row.hasLeft]));
    },

    /** All published posts of creators who are active and approved: a sum of counters, since counting rows would read them all. */
    async sumPublished(): Promise<number> {
      const { rows } = await db.execute<{ total: number }>(sql`
        select coalesce(sum(p.stat_feeds), 0)::float8 as total
        from performers p join accounts a on a.id = p.id where a.status = 'active' and p.verified_document`);
      return rows[0]?.total ?? 0;
    },

    /** How many posts a list has without filters, by its creators' counters. */
    async sumOfScope(scope: FeedScope, asker: Asker): Promise<number> {
      const shape = listShape(scope, { words: [], days: null }, asker);
      const [row] = await executePrepared<{ total: number | null }>(db, {
        shape: `sum of ${JSON.stringify(shape)}`,
        build: () => sql`${withHome(shape)} select ${totalOf(shape)} as total`,
        values: listValues(scope, { words: [], days: null }, asker),
      });
      return row?.total ?? 0;
    },

    /** How many posts fit, counted up to `most` and no further. */
    async countUpTo(most: number, scope: FeedScope, filter: FeedFilter, asker: Asker): Promise<number> {
      const shape = listShape(scope, filter, asker);
      const [row] = await executePrepared<{ total: number }>(db, {
        shape: `count up to ${most} ${JSON.stringify(shape)}`,
        build: () => sql`${withHome(shape)} select count(*)::int as total from (
          select 1 from feeds f where ${conditions(isInScope(shape), shape)} limit ${sql.raw(String(most))}) counted`,
        values: listValues(scope, filter, asker),
      });
      return row?.total ?? 0;
    },

    /** One page, in the order of the list: a creator's pinned posts first, then newest first; or all from the oldest on. */
    async readPage(scope: FeedScope, filter: FeedFilter, slice: FeedSlice, asker: Asker): Promise<PageRow[]> {
      const { limit, offset, beforeId, isAscending = false } = slice;
      const shape: PageShape = {
        ...listShape(scope, filter, asker),
        limit,
        offset,
        isAfter: beforeId !== undefined,
        isAscending,
      };
      return executePrepared(db, {
        shape: `page ${JSON.stringify(shape)}`,
        build: () => pageQuery(shape),
        values: { ...listValues(scope, filter, asker), beforeId },
        // Clients that scroll name the post they stopped at.
        isRare: offset > 0,
      });
    },

    /** The same for posts by id, whatever their state, in no order. */
    async readLive(ids: readonly string[], asker: Asker, tx: Executor = db): Promise<LiveRow[]> {
      const shape = askerShape(asker);
      return executePrepared(tx, {
        shape: `live ${JSON.stringify(shape)}`,
        build: () => sql`select ${liveColumns(shape)} from feeds f where f.id = any(${sql.placeholder('ids')}::text[])`,
        values: { ...askerValues(asker), ids },
      });
    },
  };
}

const shownQuery = (shape: AskerShape): SQL => sql`
  select p.id, (a.status <> 'active' or not ${isApproved(shape)}) as "hasLeft" from performers p join accounts a on a.id = p.id
  where p.id = any(${sql.placeholder('ids')}::text[]) and a.status in ('active', 'closing', 'erasing', 'deleted')
  and ${isNotKeptOut(shape)}`;

const pageQuery = (shape: PageShape): SQL => sql`
  ${withHome(shape)} select ${liveColumns(shape)}, f.performer_id as "performerId", f.has_poll as "hasPoll",
    ${totalOf(shape)} as "scopeTotal"
  from (${candidates(shape)}) c join feeds f on f.id = c.id order by ${orderBy('c', shape)}`;

/** The creators of a home page, for the parts of a query that name them. */
const withHome = (shape: ListShape): SQL =>
  shape.scope === 'home' ? sql`with home as materialized (${homeCreators(shape)})` : sql``;
