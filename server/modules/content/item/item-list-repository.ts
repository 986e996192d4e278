import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { performers } from '../../../db/schema/accounts';
import type { Executor } from '../../../db/transaction';
import type { ViewerAccess } from './item-access';
import type { ItemListQuery, ItemPageQuery } from './item-list-query';
import { type ListedKind, type ListViewer, isShown, viewerStateColumns } from './viewer-state-sql';
import { getConditions } from './item-condition-sql';
import { getOrder, selectPage } from './item-list-sql';
import { getTotal, withHome } from './item-total-sql';

/** Properties of an item that differ between viewers, or change often. */
export interface ViewerStateRow extends ViewerAccess {
  id: string;
  /** Changes with every edit. In milliseconds since 1970. */
  version: number;
  totalLike: number;
  totalComment: number;
  totalVote: number;
  totalBookmark: number;
  totalView: number;
  isLiked: boolean;
  isBookmarked: boolean;
  isFollowed: boolean;
  /** True if the viewer has already used the creator's free trial. */
  usedTrial: boolean;
  votedPollId: string | null;
  /** For a post that announces a show: whether the viewer has set a reminder, and how many fans have. */
  isReminded: boolean;
  reminders: number;
}

export interface ListRow extends ViewerStateRow {
  performerId: string;
  scopeTotal: number | null;
}

export type ItemListRepository = ReturnType<typeof createItemListRepository>;

/** Every query walks an index in the order of the list, and stops after one page. */
export function createItemListRepository(db: Db) {
  const select = async <T>(query: SQL, tx: Executor = db): Promise<T[]> => (await tx.execute(query)).rows as T[];
  return {
    /**
     * Number of published items of all creators that are visible to the viewer. Adds up counters, because counting would read
     * all rows.
     */
    async sumPublished({ counter }: ListedKind, viewer: ListViewer): Promise<number> {
      const [row] = await select<{ total: number }>(sql`
        select coalesce(sum(p.${sql.raw(performers[counter].name)}), 0)::float8 as total
        from performers p join accounts a on a.id = p.id where ${isShown(viewer)}`);
      return row?.total ?? 0;
    },

    async readScopeTotal(query: ItemListQuery): Promise<number | null> {
      const [row] = await select<{ total: number | null }>(sql`${withHome(query)} select ${getTotal(query)} as total`);
      return row?.total ?? null;
    },

    async countUpTo(max: number, query: ItemListQuery): Promise<number> {
      const [row] = await select<{ total: number }>(sql`${withHome(query)} select count(*)::int as total from (
        select 1 from items i where ${getConditions(query)} limit ${max}) counted`);
      return row?.total ?? 0;
    },

    /** Newest first, after a creator's pinned items; if ascending, oldest first, and pins do not matter. */
    readPage: (query: ItemPageQuery): Promise<ListRow[]> =>
      select(sql`${withHome(query)}
        select ${viewerStateColumns(query.of, query.viewer)}, i.performer_id as "performerId", ${getTotal(query)} as "scopeTotal"
        from (${selectPage(query)}) c join items i on i.id = c.id
        join performers p on p.id = i.performer_id join accounts a on a.id = p.id order by ${getOrder('c', query)}`),

    /** Reads items in any status, in no particular order. */
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
