import type { EndpointPart } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { readDays } from '../../../db/list-query';
import { readSearchWords } from '../../../db/search-words';
import { AppError } from '../../../errors';
import type { ListFilter, ListScope, ItemListQuery, ListSlice } from './item-list-query';
import { toListViewer, type ListedKind } from './viewer-state-sql';
import type { ItemListRepository, ViewerStateRow } from './item-list-repository';
import type { ItemPageCache } from './item-page-cache';
import { toSharedViewer } from './item-total-sql';

/** All filters that a list can have; each kind's contract allows some of them. Wire contract 1.5. */
interface ListInput extends Omit<EndpointPart<'listFeeds', 'query'>, 'type'> {
  type?: string;
  parentId?: string;
  excludedId?: string;
  isSale?: boolean;
  isReplay?: boolean;
}

export interface ItemPage<View> {
  data: View[];
  total: number;
}

interface ItemListDeps<View> {
  lists: ItemListRepository;
  pages: ItemPageCache;
  readViews(states: readonly ViewerStateRow[], viewer: Actor | null): Promise<View[]>;
}

export function createItemLists<View>(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  of: ListedKind,
  { lists, pages, readViews }: ItemListDeps<View>,
) {
  const readTotal = createItemListTotals(of, { lists, pages });

  async function readPage(actor: Actor | null, input: ListInput, country: string | null): Promise<ItemPage<View>> {
    const viewer = toListViewer({ actor, country }, clock.now());
    const scope = getScope(input);
    if (scope.kind === 'home' && actor === null) return { data: [], total: 0 };
    const filter = await readFilter(input);
    const { limit, beforeId } = input;
    const slice = {
      offset: beforeId === undefined ? input.offset : 0,
      beforeId,
      // One extra row shows whether more items follow.
      limit: limit + 1,
      isAscending: input.sort === 'asc',
    };
    const query = { of, viewer, scope, filter };
    const found = await lists.readPage({ ...query, slice });
    // No items follow a deleted one. Without an error, that would look like the end of the list.
    if (beforeId !== undefined && found.length === 0) {
      const [before] = await lists.readViewerState(of, [beforeId], viewer);
      if (!before) throw new AppError('ENTITY_NOT_FOUND');
    }
    const hasMore = found.length > limit;
    const rows = found.slice(0, limit);
    const [data, total] = await Promise.all([
      readViews(rows, actor),
      readTotal(query, slice, { given: rows.length, hasMore, scopeTotal: found[0]?.scopeTotal ?? null }),
    ]);
    return { data, total };
  }

  const readFilter = async (input: ListInput): Promise<ListFilter> => ({
    type: input.type,
    hasPoll: input.hasPoll,
    isUnlocked: input.isUnlocked,
    excludedId: input.excludedId,
    isSale: input.isSale,
    isReplay: input.isReplay,
    words: input.q === undefined ? [] : await readSearchWords(db, input.q),
    days: readDays(input),
  });

  const readGuestPage = (input: ListInput, country: string | null): Promise<ItemPage<View>> =>
    pages.guestPages.get(JSON.stringify([of.kind, input, country]), () => readPage(null, input, country)) as Promise<
      ItemPage<View>
    >;

  return {
    /** @throws AppError ENTITY_NOT_FOUND if the item of `beforeId` was deleted */
    list: (actor: Actor | null, input: ListInput, country: string | null): Promise<ItemPage<View>> =>
      actor ? readPage(actor, input, country) : readGuestPage(input, country),
  };
}

function getScope({ performerId, parentId, isHome }: ListInput): ListScope {
  if (parentId !== undefined) return { kind: 'within', id: parentId };
  if (performerId !== undefined) return { kind: 'performer', id: performerId };
  return isHome ? { kind: 'home' } : { kind: 'all' };
}

/** Filtered lists are counted only up to this number, because readers do not need an exact larger one. */
const MAX_COUNTED = 1_000;

function createItemListTotals(
  of: ListedKind,
  { lists, pages }: { lists: ItemListRepository; pages: Pick<ItemPageCache, 'counts'> },
) {
  async function readSum({ scope, viewer }: ItemListQuery, scopeTotal: number | null): Promise<number> {
    if (scope.kind !== 'all') return scopeTotal ?? 0;
    const shared = toSharedViewer(viewer);
    const key = JSON.stringify([of.kind, 'sum', shared.isModerator, shared.country]);
    return (await pages.counts.get(key, () => lists.sumPublished(of, shared))) + (scopeTotal ?? 0);
  }

  /** @param scopeTotal from a row of the page; null if the viewer sees the same as others, who can then share one count */
  function countFiltered(query: ItemListQuery, scopeTotal: number | null): Promise<number> {
    const { scope, filter, viewer } = query;
    const isOwn = scope.kind === 'home' || (scope.kind === 'all' && scopeTotal !== null);
    const key = JSON.stringify([of.kind, scope, isOwn ? viewer.id : null, filter, viewer.country, viewer.isModerator]);
    return pages.counts.get(key, () => lists.countUpTo(MAX_COUNTED, query));
  }

  /** The total for an empty page. Counted for this viewer alone, who may see fewer items than others. */
  async function countPassed(query: ItemListQuery, { offset, beforeId }: ListSlice): Promise<number> {
    const max = beforeId === undefined ? Math.min(offset, MAX_COUNTED) : MAX_COUNTED;
    const counted = await lists.countUpTo(max, query);
    if (counted < MAX_COUNTED || isFiltered(query.filter) || query.scope.kind === 'within') return counted;
    return readSum(query, await lists.readScopeTotal(query));
  }

  /**
   * The total of the items that the viewer can see. Counting a hundred thousand rows for each page would cost more than the
   * page itself. So on the last page, the total follows from its position; without filters, it comes from the creators'
   * counters; with filters, it is counted up to a thousand; and with filters that depend on the viewer, it only says whether
   * more items follow.
   *
   * @param scopeTotal from a row of the page
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

const isFiltered = ({ type, hasPoll, days, excludedId, isSale, isReplay, ...personal }: ListFilter) =>
  [type, days ?? undefined, excludedId, isSale].some((value) => value !== undefined) ||
  hasPoll === true ||
  isReplay === true ||
  isPersonal(personal);
