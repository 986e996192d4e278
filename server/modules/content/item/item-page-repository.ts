import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { executePrepared } from '../../../db/execute-prepared';
import { accounts, performers } from '../../../db/schema/accounts';
import type { Executor } from '../../../db/transaction';
import type { AccessFacts } from './item-access';
import {
  askerShape,
  askerValues,
  listShape,
  listValues,
  type Asker,
  type ListedKind,
  type ListFilter,
  type ListScope,
  type ListShape,
  type ListSlice,
  type PageShape,
} from './item-page-shape';
import { candidates, conditions, homeCreators, isInScope, liveColumns, orderBy, totalOf } from './item-page-sql';

/** What changes between viewers and from moment to moment; the rest of an item is kept in memory. */
export interface LiveRow extends Pick<
  AccessFacts,
  'creator' | 'isKeptOut' | 'isBought' | 'isSubscribed' | 'hasPlatform'
> {
  id: string;
  /** Changes with every edit. Milliseconds since 1970. */
  version: number;
  totalLike: number;
  totalComment: number;
  totalVote: number;
  totalBookmark: number;
  totalView: number;
  isLiked: boolean;
  isBookmarked: boolean;
  isFollowed: boolean;
  /** Had the creator's free trial before. */
  usedTrial: boolean;
  votedPollId: string | null;
}

/** An item in its place in a list. */
export interface PageRow extends LiveRow {
  performerId: string;
  hasPoll: boolean;
  /** How many items the list has without filters; null for everybody's. */
  scopeTotal: number | null;
}

export type ItemPageRepository = ReturnType<typeof createItemPageRepository>;

/** Lists of items of one kind. Every query walks an index in the order of the list and stops after one page. */
export function createItemPageRepository(db: Db, of: ListedKind) {
  return {
    /** All published items of creators who are active and approved: a sum of counters, since counting rows would read them all. */
    async sumPublished(): Promise<number> {
      const { rows } = await db.execute<{ total: number }>(sql`
        select coalesce(sum(${performers[of.counter]}), 0)::float8 as total
        from ${performers} join ${accounts} on ${accounts.id} = ${performers.id}
        where ${accounts.status} = 'active' and ${performers.verifiedDocument}`);
      return rows[0]?.total ?? 0;
    },

    /** How many items a list has without filters, by its creators' counters. */
    async sumOfScope(scope: ListScope, asker: Asker): Promise<number> {
      const filter = { words: [], days: null };
      const shape = listShape(of, scope, filter, asker);
      const [row] = await executePrepared<{ total: number | null }>(db, {
        shape: `sum of ${JSON.stringify(shape)}`,
        build: () => sql`${withHome(shape)} select ${totalOf(shape)} as total`,
        values: listValues(scope, filter, asker),
      });
      return row?.total ?? 0;
    },

    /** How many items fit, counted up to `most` and no further. */
    async countUpTo(most: number, scope: ListScope, filter: ListFilter, asker: Asker): Promise<number> {
      const shape = listShape(of, scope, filter, asker);
      const [row] = await executePrepared<{ total: number }>(db, {
        shape: `count up to ${most} ${JSON.stringify(shape)}`,
        build: () => sql`${withHome(shape)} select count(*)::int as total from (
          select 1 from items i where ${conditions(isInScope(shape), shape)} limit ${sql.raw(String(most))}) counted`,
        values: listValues(scope, filter, asker),
        isPlannedByValues: filter.words.length > 0,
      });
      return row?.total ?? 0;
    },

    /** One page, in the order of the list: a creator's pinned items first, then newest first; or all from the oldest on. */
    async readPage(scope: ListScope, filter: ListFilter, slice: ListSlice, asker: Asker): Promise<PageRow[]> {
      const { limit, offset, beforeId, isAscending = false } = slice;
      const shape: PageShape = {
        ...listShape(of, scope, filter, asker),
        limit,
        offset,
        isAfter: beforeId !== undefined,
        isAscending,
      };
      return executePrepared(db, {
        shape: `page ${JSON.stringify(shape)}`,
        build: () => pageQuery(shape),
        values: { ...listValues(scope, filter, asker), beforeId },
        // Clients that scroll name the item they stopped at.
        isRare: offset > 0,
        isPlannedByValues: filter.words.length > 0,
      });
    },

    /** The same for items by id, whatever their state and their creator's, in no order. */
    async readLive(ids: readonly string[], asker: Asker, tx: Executor = db): Promise<LiveRow[]> {
      const shape = askerShape(of, asker);
      return executePrepared(tx, {
        shape: `live ${JSON.stringify(shape)}`,
        build: () => sql`select ${liveColumns(shape, { isListed: false })} from items i
          join performers p on p.id = i.performer_id join accounts a on a.id = p.id
          where i.kind = ${sql.raw(`'${of.kind}'`)} and i.id = any(${sql.placeholder('ids')}::text[])`,
        values: { ...askerValues(asker), ids },
      });
    },
  };
}

function pageQuery(shape: PageShape): SQL {
  // Whose creator is there is not asked of what lies in one item: it is asked of each.
  const isListed = shape.scope !== 'within';
  const creators = isListed ? sql`` : sql`join performers p on p.id = i.performer_id join accounts a on a.id = p.id`;
  return sql`
    ${withHome(shape)} select ${liveColumns(shape, { isListed })}, i.performer_id as "performerId",
      i.has_poll as "hasPoll", ${totalOf(shape)} as "scopeTotal"
    from (${candidates(shape)}) c join items i on i.id = c.id ${creators} order by ${orderBy('c', shape)}`;
}

/** The creators of a home page, for the parts of a query that name them. */
const withHome = (shape: ListShape): SQL =>
  shape.scope === 'home' ? sql`with home as materialized (${homeCreators(shape)})` : sql``;
