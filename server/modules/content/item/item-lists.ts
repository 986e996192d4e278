import type { EndpointPart } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { readDays } from '../../../db/list-query';
import { readSearchWords } from '../../../db/search-words';
import { AppError } from '../../../errors';
import { toListViewer, type ListedKind, type ListFilter, type ListScope } from './item-list-query';
import type { ItemListRepository, ViewerStateRow } from './item-list-repository';
import { createItemListTotals } from './item-list-totals';
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

interface ItemListDeps<View> {
  lists: ItemListRepository;
  pages: ItemPageCache;
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

function getScope({ performerId, parentId, isHome }: ListInput): ListScope {
  if (parentId !== undefined) return { kind: 'within', id: parentId };
  if (performerId !== undefined) return { kind: 'performer', id: performerId };
  return isHome ? { kind: 'home' } : { kind: 'all' };
}
