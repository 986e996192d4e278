import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { performers } from '../../../db/schema/accounts';
import type { Executor } from '../../../db/transaction';
import type { ViewerAccess } from './item-access';
import type { ItemListQuery, ItemPageQuery } from './item-list-query';
import { type ListedKind, type ListViewer, isShown, viewerStateColumns } from './viewer-state-sql';
import { getConditions, getOrder, getTotal, selectPage, withHome } from './item-list-sql';

/** What changes between viewers and from moment to moment. */
export interface ViewerStateRow extends ViewerAccess {
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
  /** Of a post that announces a show: whether the viewer asked to be told of it, and how many did. */
  isReminded: boolean;
  reminders: number;
}

/** An item in its place in a list. */
export interface ListRow extends ViewerStateRow {
  performerId: string;
  /** @see getTotal */
  scopeTotal: number | null;
}

export type ItemListRepository = ReturnType<typeof createItemListRepository>;

/** Lists of items of one kind. Every query walks an index in the order of the list and stops after one page. */
export function createItemListRepository(db: Db) {
  const select = async <T>(query: SQL, tx: Executor = db): Promise<T[]> => (await tx.execute(query)).rows as T[];
  return {
    /** All published items of creators who are there for a viewer: a sum of counters, since counting rows would read them all. */
    async sumPublished({ counter }: ListedKind, viewer: ListViewer): Promise<number> {
      const [row] = await select<{ total: number }>(sql`
        select coalesce(sum(p.${sql.raw(performers[counter].name)}), 0)::float8 as total
        from performers p join accounts a on a.id = p.id where ${isShown(viewer)}`);
      return row?.total ?? 0;
    },

    /** As `scopeTotal` of a page's rows, for a page without any. */
    async readScopeTotal(query: ItemListQuery): Promise<number | null> {
      const [row] = await select<{ total: number | null }>(sql`${withHome(query)} select ${getTotal(query)} as total`);
      return row?.total ?? null;
    },

    /** How many items fit, counted up to `max` and no further. */
    async countUpTo(max: number, query: ItemListQuery): Promise<number> {
      const [row] = await select<{ total: number }>(sql`${withHome(query)} select count(*)::int as total from (
        select 1 from items i where ${getConditions(query)} limit ${max}) counted`);
      return row?.total ?? 0;
    },

    /** One page, in the order of the list: a creator's pinned items first, then newest first; or all from the oldest on. */
    readPage: (query: ItemPageQuery): Promise<ListRow[]> =>
      select(sql`${withHome(query)}
        select ${viewerStateColumns(query.of, query.viewer)}, i.performer_id as "performerId", ${getTotal(query)} as "scopeTotal"
        from (${selectPage(query)}) c join items i on i.id = c.id
        join performers p on p.id = i.performer_id join accounts a on a.id = p.id order by ${getOrder('c', query)}`),

    /** How a viewer stands to items by id, whatever their state and their creator's, in no order. */
    readViewerState: (
      of: ListedKind,
      ids: readonly string[],
      viewer: ListViewer,
      tx?: Executor,
    ): Promise<ViewerStateRow[]> =>
      select(
        sql`select ${viewerStateColumns(of, viewer)} from items i
          join performers p on p.id = i.performer_id join accounts a on a.id = p.id
          where i.kind = ${of.kind} and i.id = any(${sql.param([...ids])}::text[])`,
        tx,
      ),
  };
}
