import type { ItemListQuery, ListedKind, ListFilter, ListSlice } from './item-list-query';
import type { ItemListRepository } from './item-list-repository';
import { toSharedViewer } from './item-list-sql';
import type { ItemPageCache } from './item-page-cache';

/** Items a filtered list counts up to: beyond it a reader does not miss the exact number. */
const MAX_COUNTED = 1_000;

/** Totals of lists of one kind of item. One rule holds for all: a total counts what its viewer's list could show. */
export function createItemListTotals(
  of: ListedKind,
  { lists, pages }: { lists: ItemListRepository; pages: Pick<ItemPageCache, 'counts'> },
) {
  /** How many items a list has without filters. @param scopeTotal as a row of it says */
  async function readSum({ scope, viewer }: ItemListQuery, scopeTotal: number | null): Promise<number> {
    if (scope.kind !== 'all') return scopeTotal ?? 0;
    const shared = toSharedViewer(viewer);
    const key = JSON.stringify([of.kind, 'sum', shared.isAdmin, shared.country]);
    return (await pages.counts.get(key, () => lists.sumPublished(of, shared))) + (scopeTotal ?? 0);
  }

  /** How many items fit a filter. @param scopeTotal as a row of it says: who sees what all see shares the count with them */
  function countFiltered(query: ItemListQuery, scopeTotal: number | null): Promise<number> {
    const { scope, filter, viewer } = query;
    const isOwn = scope.kind === 'home' || (scope.kind === 'all' && scopeTotal !== null);
    const key = JSON.stringify([of.kind, scope, isOwn ? viewer.id : null, filter, viewer.country, viewer.isAdmin]);
    return pages.counts.get(key, () => lists.countUpTo(MAX_COUNTED, query));
  }

  /** How many items a list has of which a page found none: counted for its viewer alone, who may not see what others do. */
  async function countPassed(query: ItemListQuery, { offset, beforeId }: ListSlice): Promise<number> {
    const max = beforeId === undefined ? Math.min(offset, MAX_COUNTED) : MAX_COUNTED;
    const counted = await lists.countUpTo(max, query);
    if (counted < MAX_COUNTED || isFiltered(query.filter) || query.scope.kind === 'within') return counted;
    return readSum(query, await lists.readScopeTotal(query));
  }

  /**
   * How many items a list has: of those that its viewer may see, no others. Counting a hundred thousand rows for each page would
   * cost more than the page itself, so: the end of a list is counted by arriving there; without filters the creators' own
   * counters say it; a filter is counted up to a thousand; and what is open to one viewer is not counted: there the number only
   * says whether more follows.
   *
   * @param scopeTotal as a row of the page says.
   */
  return async function readTotal(
    query: ItemListQuery,
    slice: ListSlice,
    { given, hasMore, scopeTotal }: { given: number; hasMore: boolean; scopeTotal: number | null },
  ): Promise<number> {
    const { scope, filter } = query;
    const seen = slice.offset + given;
    if (slice.beforeId === undefined && !hasMore && (given > 0 || slice.offset === 0)) return seen;
    if (given === 0) return countPassed(query, slice);
    if (isPersonal(filter) || scope.kind === 'within') return hasMore ? seen + 1 : seen;
    if (!isFiltered(filter)) return readSum(query, scopeTotal);
    return Math.max(await countFiltered(query, scopeTotal), hasMore ? seen + 1 : 0);
  };
}

const isPersonal = ({ isUnlocked, words }: Pick<ListFilter, 'isUnlocked' | 'words'>) =>
  isUnlocked === true || words.length > 0;

const isFiltered = ({ type, hasPoll, days, excludedId, isSale, ...personal }: ListFilter) =>
  [type, days ?? undefined, excludedId, isSale].some((value) => value !== undefined) ||
  hasPoll === true ||
  isPersonal(personal);
