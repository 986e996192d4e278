import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';
import { commentCounted, followChanged, reactionChanged, subscriptionChanged } from '@/store/intents';
import type { StoreState } from '@/store/state';
import { bookmarksKey } from './feed-list-key';
import { emptyList, initialState, type FeedState, type Person } from './feed-state';
import { accessOf, type Feed } from './feed-view';

/** The page of a list is about to show: loads it, or looks for news when it is here already. */
export const listOpened = createAction<{ key: string }>('feed/listOpened');
/** A few posts of a list are wanted beside something else: loads it unless it is here; the list on screen stays that. */
export const partRequested = createAction<{ key: string }>('feed/partRequested');
/** Looks for posts newer than those shown, in the list on screen. */
export const freshChecked = createAction('feed/freshChecked');
export const feedRequested = createAction<{ address: string }>('feed/feedRequested');
/** Something about this post changed elsewhere, or its links ran out. */
export const feedRefreshed = createAction<{ id: string }>('feed/feedRefreshed');
export const peopleRequested = createAction('feed/peopleRequested');
export const shareRequested = createAction<{ path: string; title: string }>('feed/shareRequested');
export const linkCopyRequested = createAction<{ path: string }>('feed/linkCopyRequested');

const unique = (ids: string[]) => [...new Set(ids)];

function store(state: FeedState, feeds: Feed[]): void {
  for (const feed of feeds) {
    const pressed = state.pressed[feed._id];
    const told = withOwnVote(feed, state.feeds[feed._id]);
    // An answer itself is not changed: others may hold it.
    state.feeds[feed._id] = pressed ? { ...told } : told;
    const { like, bookmark } = pressed ?? {};
    if (like) press(state, feed._id, 'like', like.on);
    if (bookmark) press(state, feed._id, 'bookmark', bookmark.on);
  }
}

/** Backends of the family do not say what somebody voted for: what was given here is not forgotten. Wire contract 3.4. */
function withOwnVote(feed: Feed, known: Feed | undefined): Feed {
  const given = known?.polls.find((poll) => poll.isVoted)?._id;
  const isTold = feed.polls.some((poll) => poll.isVoted !== undefined);
  if (!given || isTold) return feed;
  return { ...feed, polls: feed.polls.map((poll) => (poll._id === given ? { ...poll, isVoted: true } : poll)) };
}

function press(state: FeedState, id: string, action: 'like' | 'bookmark', on: boolean): void {
  const feed = state.feeds[id];
  if (!feed) return;
  if (action === 'bookmark') Object.assign(feed, { isBookMarked: on, isBookmarked: on });
  else if (feed.isLiked !== on) {
    Object.assign(feed, { isLiked: on, totalLike: Math.max(0, feed.totalLike + (on ? 1 : -1)) });
  }
}

const pressOf = (action: string) => (action === 'bookmark' ? 'bookmark' : 'like');

const isLocked = (feed: Feed | undefined) => feed !== undefined && accessOf(feed) !== 'open';

function outdateHome(state: FeedState): void {
  for (const [key, list] of Object.entries(state.lists)) if (key.startsWith('home:')) list.isStale = true;
}

export const feedSlice = createSlice({
  name: 'feed',
  initialState,
  reducers: {
    /** Begins a list anew. */
    listReset(state, { payload: { key } }: PayloadAction<{ key: string }>) {
      state.lists[key] = emptyList();
    },
    moreRequested(state, { payload: { key } }: PayloadAction<{ key: string }>) {
      const list = state.lists[key];
      if (list && !list.isEnd) Object.assign(list, { status: 'pending', error: null });
    },
    pageLoaded(
      state,
      { payload }: PayloadAction<{ key: string; feeds: Feed[]; read: number; isEnd: boolean; byOffset?: boolean }>,
    ) {
      const list = state.lists[payload.key];
      if (!list) return;
      store(state, payload.feeds);
      list.ids = unique([...list.ids, ...payload.feeds.map((feed) => feed._id)]);
      list.read += payload.read;
      list.isEnd = payload.isEnd;
      list.status = 'ready';
      if (payload.byOffset) list.paging = 'offset';
    },
    listFailed(state, { payload }: PayloadAction<{ key: string; error: ApiFailure }>) {
      const list = state.lists[payload.key];
      if (list) Object.assign(list, { status: 'failed', error: payload.error });
    },
    /** The newest page as it is now: known posts are brought up to date, unknown ones wait. */
    newestLoaded(state, { payload }: PayloadAction<{ key: string; feeds: Feed[] }>) {
      const list = state.lists[payload.key];
      if (!list) return;
      const known = new Set(list.ids);
      // A creator's pinned post stands before newer ones.
      const firstKnown = payload.feeds.findIndex((feed) => known.has(feed._id) && !feed.isPinned);
      const fresh = payload.feeds.slice(0, firstKnown === -1 ? undefined : firstKnown);
      store(state, payload.feeds);
      const freshIds = fresh.filter((feed) => !known.has(feed._id)).map((feed) => feed._id);
      // An empty list has no reader whose place could be lost.
      if (list.ids.length === 0)
        Object.assign(list, { ids: freshIds, read: freshIds.length, isEnd: freshIds.length === 0 });
      else Object.assign(list, { freshIds, hasGap: firstKnown === -1 });
    },
    freshShown(state, { payload: { key } }: PayloadAction<{ key: string }>) {
      const list = state.lists[key];
      if (!list) return;
      const pinned = list.ids.filter((id) => state.feeds[id]?.isPinned);
      list.ids = unique([...pinned, ...list.freshIds, ...(list.hasGap ? [] : list.ids)]);
      list.read = list.hasGap ? list.ids.length : list.read + list.freshIds.length;
      if (list.hasGap) list.isEnd = false;
      list.freshIds = [];
      list.hasGap = false;
    },
    /** Posts as they are now, wherever they show. Those that have opened are revealed. */
    feedsLoaded(state, { payload }: PayloadAction<{ feeds: Feed[] }>) {
      for (const feed of payload.feeds) {
        if (isLocked(state.feeds[feed._id]) && !isLocked(feed)) state.revealed[feed._id] = true;
      }
      store(state, payload.feeds);
    },
    feedLoaded(state, { payload: { address, feed } }: PayloadAction<{ address: string; feed: Feed }>) {
      store(state, [feed]);
      state.addresses[address] = { status: 'ready', id: feed._id };
    },
    feedFailed(state, { payload: { address, error } }: PayloadAction<{ address: string; error: ApiFailure }>) {
      state.addresses[address] = { status: statusOf(error), error };
    },
    peopleLoaded(state, { payload }: PayloadAction<Person[]>) {
      state.people = payload;
    },
    revealEnded(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      delete state.revealed[id];
    },
    voteRequested(state, { payload }: PayloadAction<{ feedId: string; pollId: string }>) {
      state.voting[payload.feedId] = true;
    },
    voteCounted(state, { payload }: PayloadAction<{ feedId: string; pollId: string }>) {
      delete state.voting[payload.feedId];
      const poll = state.feeds[payload.feedId]?.polls.find((option) => option._id === payload.pollId);
      if (poll) Object.assign(poll, { isVoted: true, totalVote: poll.totalVote + 1 });
    },
    /** `already`: the server remembers a vote that we did not know of. */
    voteRefused(state, { payload }: PayloadAction<{ feedId: string; already: boolean }>) {
      delete state.voting[payload.feedId];
      if (payload.already) state.voted[payload.feedId] = true;
    },
    /** What comes from now on was asked for after the press. */
    pressEnded(state, { payload }: PayloadAction<{ id: string; action: string; turn: number }>) {
      const pressed = state.pressed[payload.id];
      const kind = pressOf(payload.action);
      if (pressed?.[kind]?.turn === payload.turn) delete pressed[kind];
    },
    feedHidden(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      state.hidden[id] = true;
    },
    feedShown(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      delete state.hidden[id];
    },
    hiddenRestored(state, { payload }: PayloadAction<string[]>) {
      for (const id of payload) state.hidden[id] = true;
    },
    deleteRequested(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      state.removal = { id, status: 'pending' };
    },
    deleteFailed(state, { payload: { id, error } }: PayloadAction<{ id: string; error: string }>) {
      state.removal = { id, status: 'failed', error };
    },
    feedDeleted(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      state.removal = null;
      for (const list of Object.values(state.lists)) {
        list.ids = list.ids.filter((known) => known !== id);
        list.freshIds = list.freshIds.filter((known) => known !== id);
      }
      for (const [address, place] of Object.entries(state.addresses)) {
        if (place.id === id) delete state.addresses[address];
      }
      delete state.feeds[id];
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(listOpened, (state, { payload: { key } }) => {
        state.activeKey = key;
        const list = state.lists[key];
        if (!list || list.isStale || (list.status === 'failed' && list.ids.length === 0))
          state.lists[key] = emptyList();
      })
      .addCase(feedRequested, (state, { payload: { address } }) => {
        const known = Object.values(state.feeds).find((feed) => feed._id === address || feed.slug === address);
        state.addresses[address] = known ? { status: 'ready', id: known._id } : { status: 'pending' };
      })
      .addCase(reactionChanged, (state, { payload: { objectType, objectId, action, on } }) => {
        const saved = state.lists[bookmarksKey];
        if (saved && action === 'bookmark' && state.activeKey !== bookmarksKey) saved.isStale = true;
        if (objectType !== 'feed' || !state.feeds[objectId]) return;
        const kind = pressOf(action);
        press(state, objectId, kind, on);
        const before = state.pressed[objectId];
        state.pressed[objectId] = { ...before, [kind]: { on, turn: (before?.[kind]?.turn ?? 0) + 1 } };
      })
      .addCase(commentCounted, (state, { payload: { objectType, objectId, by } }) => {
        const feed = objectType === 'feed' ? state.feeds[objectId] : undefined;
        if (feed) feed.totalComment = Math.max(0, feed.totalComment + by);
      })
      .addCase(followChanged, (state, { payload: { performerId, isFollowed } }) => {
        for (const feed of Object.values(state.feeds)) {
          if (feed.performer._id === performerId) feed.isFollowed = feed.performer.isFollowed = isFollowed;
        }
        outdateHome(state);
      })
      .addCase(subscriptionChanged, outdateHome);
  },
});

/** A blocked viewer gets the same as for nothing at all: a 404 from ours, a 403 from others. Decisions 3. */
function statusOf(error: ApiFailure): 'missing' | 'closed' | 'failed' {
  if (error.code === 'SUBSCRIPTION_INACTIVE') return 'closed';
  return error.status === 404 || error.status === 403 ? 'missing' : 'failed';
}

export const {
  listReset,
  moreRequested,
  pageLoaded,
  listFailed,
  newestLoaded,
  freshShown,
  feedsLoaded,
  feedLoaded,
  feedFailed,
  peopleLoaded,
  revealEnded,
  voteRequested,
  voteCounted,
  voteRefused,
  pressEnded,
  feedHidden,
  feedShown,
  hiddenRestored,
  deleteRequested,
  deleteFailed,
  feedDeleted,
} = feedSlice.actions;

export const selectFeed = (id: string) => (state: StoreState) => state.feed.feeds[id];
export const selectFeeds = (state: StoreState) => state.feed.feeds;
export const selectList = (key: string) => (state: StoreState) => state.feed.lists[key];
export const selectHidden = (state: StoreState) => state.feed.hidden;
export const selectPeople = (state: StoreState) => state.feed.people;
export const selectRemoval = (state: StoreState) => state.feed.removal;
/** The turn of what was pressed last. */
export const selectPressTurn = (id: string, action: string) => (state: StoreState) =>
  state.feed.pressed[id]?.[pressOf(action)]?.turn;
export const selectIsRevealed = (id: string) => (state: StoreState) => id in state.feed.revealed;
export const selectPollState = (id: string) => (state: StoreState) => {
  if (id in state.feed.voting) return 'voting';
  return id in state.feed.voted ? 'voted' : 'open';
};

/** What the address of a post page names: the post once it is here, and how far asking has come. */
export const selectPlace = (address: string) => (state: StoreState) => state.feed.addresses[address];
export const selectFeedAt = (address: string) => (state: StoreState) => {
  const id = state.feed.addresses[address]?.id;
  return id === undefined ? undefined : state.feed.feeds[id];
};
