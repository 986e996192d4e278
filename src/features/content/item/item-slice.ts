import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isUnknownAddress, type ApiFailure } from '@/services/api-error';
import { commentCounted, followChanged, reactionChanged, reminderChanged, subscriptionChanged } from '@/store/intents';
import type { ItemQuery } from './item-kind';
import { itemKey, getKey, readKey } from './item-kinds';
import { itemLists, type ItemList } from './item-lists';
import type { ItemState, PressAction } from './item-state';
import type { Item, ItemBase } from './item-view';
import { markRevealed, press, removeItem, storeItems } from './store-items';

interface ByKey {
  key: string;
}

/** Loads the list, or if it is loaded checks for new items. */
export const listOpened = createAction<ItemQuery>('item/listOpened');
export const newItemsCheckRequested = createAction('item/newItemsCheckRequested');
export const itemRequested = createAction<{ kind: Item['kind']; address: string }>('item/requested');
/** The item has changed elsewhere, or its media links have expired. */
export const itemRefreshed = createAction<ByKey>('item/refreshed');
export const peopleRequested = createAction('item/peopleRequested');
export const downloadRequested = createAction<ByKey>('item/downloadRequested');
export const shareRequested = createAction<{ path: string; title: string }>('item/shareRequested');
export const linkCopyRequested = createAction<{ path: string }>('item/linkCopyRequested');

const initialState: ItemState = {
  items: {},
  places: {},
  lists: {},
  activeKey: null,
  isPagedByOffset: false,
  revealed: {},
  pressed: {},
  polls: {},
  hidden: {},
  people: null,
  removal: null,
};

const unique = (keys: string[]) => [...new Set(keys)];

function markStale(state: ItemState, from: ItemQuery['from']): void {
  for (const list of Object.values(state.lists)) if (list.query.from === from) list.isStale = true;
}

/** An item removed from the open saved list stays visible for an undo; only the offset of the next page changes. */
function countSaved(state: ItemState, key: string, on: boolean): void {
  const active = state.lists[state.activeKey ?? ''];
  const isKept = active?.query.from === 'saved' && active.rows.includes(key);
  if (isKept) active.read += on ? 1 : -1;
  for (const list of Object.values(state.lists)) {
    if (list.query.from === 'saved' && !(isKept && list === active)) list.isStale = true;
  }
}

export const itemSlice = createSlice({
  name: 'item',
  initialState,
  reducers: {
    /** Updates known items; the keys of new ones wait in `freshKeys`. */
    newestLoaded(state, { payload: { key, items } }: PayloadAction<ByKey & { items: Item[] }>) {
      const list = state.lists[key];
      if (!list) return;
      const known = new Set(list.rows);
      const firstKnown = items.findIndex((item) => known.has(getKey(item)) && !item.isPinned);
      const fresh = items.slice(0, firstKnown === -1 ? undefined : firstKnown).map(getKey);
      storeItems(state, items, 'list');
      const freshKeys = fresh.filter((one) => !known.has(one));
      // In an empty list there is no reading position to lose.
      if (list.rows.length === 0)
        Object.assign(list, { rows: freshKeys, read: freshKeys.length, isEnd: freshKeys.length === 0 });
      else Object.assign(list, { freshKeys, hasGap: firstKnown === -1 });
    },
    newItemsShown(state, { payload: { key } }: PayloadAction<ByKey>) {
      const list = state.lists[key];
      if (!list) return;
      const { freshKeys = [] } = list;
      const pinned = list.rows.filter((one) => state.items[one]?.isPinned);
      list.rows = unique([...pinned, ...freshKeys, ...list.rows]);
      list.read += freshKeys.length;
      list.freshKeys = [];
    },
    itemsLoaded(state, { payload }: PayloadAction<Item[]>) {
      markRevealed(state, payload);
      storeItems(state, payload, 'own call');
    },
    rowsLoaded(state, { payload }: PayloadAction<Item[]>) {
      markRevealed(state, payload);
      storeItems(state, payload, 'list');
    },
    itemFound(state, { payload: { place, item } }: PayloadAction<{ place: string; item: Item }>) {
      storeItems(state, [item], 'own call');
      state.places[place] = { status: 'ready', key: getKey(item) };
    },
    itemFailed(state, { payload: { place, error } }: PayloadAction<{ place: string; error: ApiFailure }>) {
      const status = getStatus(error);
      // If only a refresh failed, the item stays on screen.
      state.places[place] = { ...(status === 'failed' && state.places[place]), status };
    },
    purchaseStateLoaded(state, { payload: { key, isBought } }: PayloadAction<ByKey & { isBought: boolean }>) {
      const item = state.items[key];
      if (item?.kind === 'product') item.isBought = isBought;
    },
    peopleLoaded(state, { payload }: PayloadAction<ItemBase['performer'][]>) {
      state.people = payload;
    },
    peopleFailed(state) {
      state.people ??= [];
    },
    revealEnded(state, { payload: { key } }: PayloadAction<ByKey>) {
      delete state.revealed[key];
    },
    voteRequested(state, { payload }: PayloadAction<ByKey & { pollId: string }>) {
      state.polls[payload.key] = 'voting';
    },
    voteCounted(state, { payload }: PayloadAction<ByKey & { pollId: string }>) {
      delete state.polls[payload.key];
      const poll = state.items[payload.key]?.polls?.find((option) => option._id === payload.pollId);
      if (poll) Object.assign(poll, { isVoted: true, totalVote: poll.totalVote + 1 });
    },
    /** `already`: the server has an earlier vote, which this page did not know of. */
    voteFailed(state, { payload }: PayloadAction<ByKey & { already: boolean }>) {
      delete state.polls[payload.key];
      if (payload.already) state.polls[payload.key] = 'voted';
    },
    /** Later responses were requested after the press, so they are correct again. */
    pressExpired(state, { payload }: PayloadAction<ByKey & { action: PressAction; turn: number }>) {
      const pressed = state.pressed[payload.key];
      if (pressed?.[payload.action]?.turn === payload.turn) delete pressed[payload.action];
    },
    itemHidden(state, { payload: { key } }: PayloadAction<ByKey>) {
      state.hidden[readKey(key).id] = true;
    },
    /** Hides the creator's items in lists; the creator's own page does not change. */
    creatorMuted(state, { payload: { id } }: PayloadAction<{ id: string; name: string }>) {
      state.hidden[id] = true;
    },
    hideUndone(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      delete state.hidden[id];
    },
    hiddenRestored(state, { payload }: PayloadAction<string[]>) {
      state.hidden = Object.fromEntries(payload.map((id) => [id, true] as const));
    },
    deleteRequested(state, { payload: { key } }: PayloadAction<ByKey>) {
      state.removal = { key, status: 'pending' };
    },
    deleteFailed(state, { payload: { key, error } }: PayloadAction<ByKey & { error: string }>) {
      if (state.removal?.key === key) state.removal = { key, status: 'failed', error };
    },
    itemDeleted(state, { payload: { key } }: PayloadAction<ByKey>) {
      if (state.removal?.key === key) state.removal = null;
      removeItem(state, key);
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(listOpened, (state, { payload }) => {
        state.activeKey = itemLists.getKey(payload);
      })
      .addCase(itemRequested, (state, { payload: { kind, address } }) => {
        const known = Object.values(state.items).find(
          (item) => item.kind === kind && (item._id === address || item.slug === address),
        );
        state.places[itemKey(kind, address)] = known ? { status: 'ready', key: getKey(known) } : { status: 'pending' };
      })
      .addCase(reactionChanged, (state, { payload: { objectType, objectId, action, on } }) => {
        const key = itemKey(objectType, objectId);
        if (action === 'bookmark' && state.items[key]?.isBookmarked !== on) countSaved(state, key, on);
        press(state, key, action, on);
      })
      .addCase(reminderChanged, (state, { payload: { postId, isReminded } }) => {
        press(state, itemKey('feed', postId), 'reminder', isReminded);
      })
      .addCase(commentCounted, (state, { payload: { objectType, objectId, by } }) => {
        const item = state.items[itemKey(objectType, objectId)];
        if (item) item.totalComment = Math.max(0, item.totalComment + by);
      })
      .addCase(followChanged, (state, { payload: { performerId, isFollowed } }) => {
        for (const item of Object.values(state.items)) {
          if (item.performer._id === performerId) item.isFollowed = item.performer.isFollowed = isFollowed;
        }
        markStale(state, 'home');
      })
      .addCase(subscriptionChanged, (state) => markStale(state, 'home'))
      .addCase(itemLists.requested, (state, { meta }) => {
        delete state.lists[meta.list];
      })
      .addCase(itemLists.loaded, (state, { payload }) => {
        storeItems(state, payload.data, 'list');
        if (payload.isPagedByOffset) state.isPagedByOffset = true;
      })
      .addMatcher(itemLists.isOwnAction, (state, action) => itemLists.apply(state.lists, action));
  },
});

/** For a blocked viewer, our API sends 404, others 403. Decisions 3. */
function getStatus(error: ApiFailure): 'missing' | 'closed' | 'failed' {
  if (error.code === 'SUBSCRIPTION_INACTIVE') return 'closed';
  return isUnknownAddress(error) || error.status === 403 ? 'missing' : 'failed';
}

export const {
  newestLoaded,
  itemsLoaded,
  rowsLoaded,
  itemFound,
  itemFailed,
  purchaseStateLoaded,
  peopleLoaded,
  peopleFailed,
  revealEnded,
  voteRequested,
  voteCounted,
  voteFailed,
  pressExpired,
  itemHidden,
  creatorMuted,
  hideUndone,
  hiddenRestored,
  deleteRequested,
  deleteFailed,
  itemDeleted,
} = itemSlice.actions;

/** Reloads the list if it has a gap, so that no old page is appended to it. */
export const newItemsRequested = (query: ItemQuery, list: ItemList) =>
  list.hasGap ? itemLists.requested(query) : itemSlice.actions.newItemsShown({ key: itemLists.getKey(query) });
