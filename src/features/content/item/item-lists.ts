import { reactionRoutes } from '@contract/content/reaction-routes';
import { limits } from '@contract/base/limits';
import { hasErrorCode } from '@/services/api-error';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { createPagedLists, type ListPage, type PagedList } from '@/store/paged-list';
import type { ItemPart, ItemQuery } from './item-kind';
import { loadKind, getKey } from './item-kinds';
import type { Item } from './item-view';

/** A list of items, and what is new above it. */
export interface ItemList extends PagedList<string, ItemQuery> {
  /** Newer than what is shown; they wait until the reader asks for them. */
  freshKeys?: string[];
  /** Between the fresh ones and those shown more may lie: the list begins anew with them. */
  hasGap?: boolean;
  /** What it is made of changed (whom one follows, what one saved): the next visit begins anew. */
  isStale?: boolean;
}

/**
 * `isPagedByOffset`: the backend gave the beginning again instead of what comes after an item; `isAskedAgain`: some of it is in the
 * list already, since what it comes after is gone.
 */
type ItemPage = ListPage<Item> & { isPagedByOffset?: true; isAskedAgain?: true };

const PAGE_SIZE = limits.contentPage;

/**
 * Posts that come with the page of somebody signed in, which is made for one reader: twice as many as the server draws. What
 * nobody may scroll to costs it, and the phone, most of a page's work.
 */
const firstPosts = 6;

const isServer = typeof window === 'undefined';

/** @throws ApiError */
export const fetchNewest = (query: ItemQuery) => fetchPart(query, { limit: PAGE_SIZE, offset: 0 });

function* fetchPart(query: ItemQuery, part: ItemPart): Generator<unknown, ItemPage> {
  const kind = yield* loadKind(query.kind);
  if (query.from !== 'saved') return yield* kind.list(query, part);
  // Last saved first.
  const { data, total } = yield* callEndpoint(reactionRoutes.listBookmarks, {
    params: { type: kind.savedAs },
    query: { limit: part.limit, offset: part.offset },
  });
  const items = data.flatMap((mark) => kind.readSaved(mark) ?? []);
  return { data: items.map((item) => ({ ...item, isBookmarked: true })), total, read: data.length };
}

/**
 * What comes after the last of the items that are here. Where that one was deleted meanwhile, the last page is asked for again by
 * number, with the next one: what moved up by deletions lies within.
 */
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

/** Every list of items there is. */
export const itemLists = createPagedLists<Item, ItemQuery, ItemPage>({
  name: 'item/list',
  select: (state) => state.item.lists,
  getKey: ({ kind, from, performerId = '', filter = 'all', words = '' }) =>
    [kind, from, performerId, filter, words].join(':'),
  rowKey: getKey,
  limit: PAGE_SIZE,
  /** Goes on after the last item where the backend knows that, so that new ones shift nothing; else by number. */
  *load(query, { offset }, list) {
    const last = list.rows.at(-1);
    const { items, isPagedByOffset } = yield* selectState((state) => state.item);
    const before = last === undefined ? undefined : items[last];
    const { isByOffset } = yield* loadKind(query.kind);
    if (isServer && query.kind === 'feed' && (yield* selectState(selectIsLoggedIn))) {
      return { ...(yield* fetchPart(query, { limit: firstPosts, offset })), asked: firstPosts };
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
