import type { EndpointPart } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { readDays } from '../../../db/list-query';
import { readSearchWords } from '../../../db/search-words';
import { AppError } from '../../../errors';
import {
  toListViewer,
  type ItemListQuery,
  type ListedKind,
  type ListFilter,
  type ListScope,
  type ListSlice,
} from './item-list-query';
import type { ItemListRepository, ViewerStateRow } from './item-list-repository';
import type { ItemPageCache } from './item-page-cache';

/** What a list of items may be narrowed to; each kind's contract takes some of it. Wire contract 1.5. */
interface ListInput extends Omit<EndpointPart<'listFeeds', 'query'>, 'type'> {
  type?: string;
  /** What lies in this item, in the order its creator gave it. */
  parentId?: string;
  excludedId?: string;
  isSale?: boolean;
}

export interface ItemPage<View> {
  data: View[];
  total: number;
}

/** Items a filtered list counts up to: beyond it a reader does not miss the exact number. */
const MAX_COUNTED = 1_000;

interface CountDeps {
  lists: ItemListRepository;
  pages: ItemPageCache;
}

interface ItemListDeps<View> extends CountDeps {
  readViews(states: readonly ViewerStateRow[], viewer: Actor | null): Promise<View[]>;
}

/**
 * Items of one kind: of one creator, of those the viewer follows or subscribes to, or of everybody; newest first, unless
 * asked for the other way round.
 */
export function createItemLists<View>(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  of: ListedKind,
  { lists, pages, readViews }: ItemListDeps<View>,
) {
  async function readPage(actor: Actor | null, input: ListInput, country: string | null): Promise<ItemPage<View>> {
    const viewer = toListViewer({ actor, country }, clock.now());
    const scope = getScope(input);
    if (scope.kind === 'home' && actor === null) return { data: [], total: 0 };
    const filter = await readFilter(input);
    const { limit, beforeId } = input;
    const slice = {
      offset: beforeId === undefined ? input.offset : 0,
      beforeId,
      // One more than asked for tells whether the list goes on.
      limit: limit + 1,
      isAscending: input.sort === 'asc',
    };
    const query = { of, viewer, scope, filter };
    const found = await lists.readPage({ ...query, slice });
    // After what was deleted comes nothing, which would read like the end of the list.
    if (beforeId !== undefined && found.length === 0) {
      const [before] = await lists.readViewerState(of, [beforeId], viewer);
      if (!before) throw new AppError('ENTITY_NOT_FOUND');
    }
    const hasMore = found.length > limit;
    const rows = found.slice(0, limit);
    const [data, total] = await Promise.all([
      readViews(rows, actor),
      readTotal({ lists, pages }, query, slice, { given: rows.length, hasMore, sum: found[0]?.scopeTotal ?? null }),
    ]);
    return { data, total };
  }

  const readFilter = async (input: ListInput): Promise<ListFilter> => ({
    type: input.type,
    hasPoll: input.hasPoll,
    isUnlocked: input.isUnlocked,
    excludedId: input.excludedId,
    isSale: input.isSale,
    words: await readSearchWords(db, input.q),
    days: readDays(input),
  });

  const readGuestPage = (input: ListInput, country: string | null): Promise<ItemPage<View>> =>
    pages.guestPages.get(JSON.stringify([of.kind, input, country]), () => readPage(null, input, country)) as Promise<
      ItemPage<View>
    >;

  return {
    /** A page as the viewer may see it. @throws AppError ENTITY_NOT_FOUND where it would come after what was deleted. */
    list: (actor: Actor | null, input: ListInput, country: string | null): Promise<ItemPage<View>> =>
      actor ? readPage(actor, input, country) : readGuestPage(input, country),
  };
}

function readSum({ lists, pages }: CountDeps, query: ItemListQuery): Promise<number> {
  const { of, scope, viewer } = query;
  if (scope.kind === 'all') return pages.counts.get(of.kind, () => lists.sumPublished(of));
  const whose = scope.kind === 'home' ? viewer.id : scope.id;
  const key = JSON.stringify([of.kind, scope.kind, whose, viewer.country]);
  return pages.counts.get(key, () => lists.sumOfScope(query));
}

/**
 * How many items a list has. Counting a hundred thousand rows for each page would cost more than the page itself, so:
 * at the end of a list the number is known; without filters it is the sum of the creators' counters; a filter is counted
 * up to a thousand; and where it differs between viewers, it only shows whether more follows.
 *
 * @param sum of the creators' counters, where the page has it.
 */
async function readTotal(
  { lists, pages }: CountDeps,
  query: ItemListQuery,
  slice: ListSlice,
  { given, hasMore, sum }: { given: number; hasMore: boolean; sum: number | null },
): Promise<number> {
  const { of, scope, filter, viewer } = query;
  const seen = slice.offset + given;
  if (slice.beforeId === undefined && !hasMore && (given > 0 || slice.offset === 0)) return seen;
  if (isPersonal(filter) || scope.kind === 'within') return hasMore ? seen + 1 : seen;
  if (!isFiltered(filter)) return sum ?? readSum({ lists, pages }, query);
  const whose = scope.kind === 'home' ? [scope, viewer.id] : [scope];
  const key = JSON.stringify([of.kind, whose, filter, viewer.country]);
  const counted = await pages.counts.get(key, () => lists.countUpTo(MAX_COUNTED, query));
  return Math.max(counted, hasMore ? seen + 1 : 0);
}

function getScope({ performerId, parentId, isHome }: ListInput): ListScope {
  if (parentId !== undefined) return { kind: 'within', id: parentId };
  if (performerId !== undefined) return { kind: 'performer', id: performerId };
  return isHome ? { kind: 'home' } : { kind: 'all' };
}

const isPersonal = ({ isUnlocked, words }: Pick<ListFilter, 'isUnlocked' | 'words'>) =>
  isUnlocked === true || words.length > 0;

const isFiltered = ({ type, hasPoll, days, excludedId, isSale, ...personal }: ListFilter) =>
  [type, days ?? undefined, excludedId, isSale].some((value) => value !== undefined) ||
  hasPoll === true ||
  isPersonal(personal);
