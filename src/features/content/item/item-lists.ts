import { reactionRoutes } from '@contract/content/reaction-routes';
import { limits } from '@contract/base/limits';
import { hasErrorCode } from '@/services/api-error';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { createPagedLists, type ListPage, type PagedList } from '@/store/paged-list';
import type { ItemPart, ItemQuery } from './item-kind';
import { loadKind, getKey } from './item-kinds';
import type { Item } from './item-view';

export interface ItemList extends PagedList<string, ItemQuery> {
  /** Keys of items newer than the first row; inserted when the user asks. */
  freshKeys?: string[];
  /** Between the new items and the rows there may be others, so showing the new ones reloads the list. */
  hasGap?: boolean;
  /** Follows or bookmarks have changed, so the list reloads on the next visit. */
  isStale?: boolean;
}

/** `isPagedByOffset`: the backend ignored the cursor. `isAskedAgain`: the cursor's item was deleted; the page repeats rows. */
type ItemPage = ListPage<Item> & { isPagedByOffset?: true; isAskedAgain?: true };

const PAGE_SIZE = limits.contentPage;

/** Posts sent with a page for signed-in accounts, which is not cached: twice as many as it shows. More would cost too much. */
const FIRST_PAGE_POSTS = 6;

const isServer = typeof window === 'undefined';

export const fetchNewest = (query: ItemQuery) => fetchPart(query, { limit: PAGE_SIZE, offset: 0 });

function* fetchPart(query: ItemQuery, part: ItemPart): Generator<unknown, ItemPage> {
  const kind = yield* loadKind(query.kind);
  if (query.from !== 'saved') return yield* kind.list(query, part);
  // Bookmarks are sorted by their own time, newest first.
  const { data, total } = yield* callEndpoint(reactionRoutes.listBookmarks, {
    params: { type: kind.savedAs },
    query: { limit: part.limit, offset: part.offset },
  });
  const items = data.flatMap((mark) => kind.readSaved(mark) ?? []);
  return { data: items.map((item) => ({ ...item, isBookmarked: true })), total, read: data.length };
}

/** If the cursor's item was deleted, later ones have moved up: requests the last page again by offset, with the next page. */
function* fetchAfter(query: ItemQuery, beforeId: string, count: number): Generator<unknown, ItemPage> {
  try {
    return yield* fetchPart(query, { limit: PAGE_SIZE, beforeId });
  } catch (error) {
    if (!hasErrorCode(error, 'ENTITY_NOT_FOUND')) throw error;
    const asked = 2 * PAGE_SIZE;
    const offset = Math.max(0, count - PAGE_SIZE);
    return { ...(yield* fetchPart(query, { limit: asked, offset })), asked, isAskedAgain: true };
  }
}

export const itemLists = createPagedLists<Item, ItemQuery, ItemPage>({
  name: 'item/list',
  select: (state) => state.item.lists,
  getKey: ({ kind, from, performerId = '', filter = 'all', words = '' }) =>
    [kind, from, performerId, filter, words].join(':'),
  rowKey: getKey,
  limit: PAGE_SIZE,
  /** With a cursor if the backend supports it, so that new items shift nothing; otherwise with an offset. */
  *load(query, { offset }, list) {
    const last = list.rows.at(-1);
    const { items, isPagedByOffset } = yield* selectState((state) => state.item);
    const before = last === undefined ? undefined : items[last];
    const { isByOffset } = yield* loadKind(query.kind);
    if (isServer && query.kind === 'feed' && (yield* selectState(selectIsLoggedIn))) {
      return { ...(yield* fetchPart(query, { limit: FIRST_PAGE_POSTS, offset })), asked: FIRST_PAGE_POSTS };
    }
    if (offset === 0 || !before || isPagedByOffset || query.from === 'saved' || isByOffset) {
      return yield* fetchPart(query, { limit: PAGE_SIZE, offset });
    }
    const page = yield* fetchAfter(query, before._id, list.rows.length);
    const known = new Set(list.rows);
    if (page.isAskedAgain || !page.data.some((item) => known.has(getKey(item)))) return page;
    return { ...(yield* fetchPart(query, { limit: PAGE_SIZE, offset })), isPagedByOffset: true };
  },
});
