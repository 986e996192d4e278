import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData, UncheckedInput } from '@contract/schemas';
import { isUnknownAddress, type ApiFailure } from '@/services/api-error';
import { followChanged, reactionChanged } from '@/store/intents';
import type { StoreState } from '@/store/state';

export type Performer = EndpointData<'getPerformer'>;
export type PerformerCard = EndpointData<'searchPerformers'>['data'][number];
export type PerformerQuery = NonNullable<UncheckedInput<'searchPerformers'>['query']>;

export interface PerformerList {
  ids: string[];
  total: number;
  status: 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  query: PerformerQuery;
}

export interface PerformerState {
  profiles: Record<string, Performer>;
  addresses: Record<string, { status: 'pending' | 'ready' | 'missing' | 'failed'; id?: string; error?: ApiFailure }>;
  cards: Record<string, PerformerCard>;
  lists: Record<string, PerformerList>;
  /** Null until loaded, empty if the backend has none. */
  categories: { value: string; text: string }[] | null;
  /** The dismissal on this device: for guests, and for backends that do not store it. */
  hidesWelcomeVideos: boolean;
  /** Presses of Follow whose calls are running. */
  pendingFollows: number;
}

declare module '@/store/state' {
  interface StoreState {
    performer: PerformerState;
  }
}

/** Wire contract 1.5. */
export const CARDS_PER_PAGE = 12;

export type CardSource = 'search' | 'top' | 'random';

export const profileRequested = createAction<{ address: string }>('performer/profileRequested');
export const categoriesRequested = createAction('performer/categoriesRequested');

const initialState: PerformerState = {
  profiles: {},
  addresses: {},
  cards: {},
  lists: {},
  categories: null,
  hidesWelcomeVideos: false,
  pendingFollows: 0,
};

export const performerSlice = createSlice({
  name: 'performer',
  initialState,
  reducers: {
    profileLoaded(state, { payload }: PayloadAction<{ address: string; performer: Performer }>) {
      const { address, performer } = payload;
      state.profiles[performer._id] = performer;
      state.addresses[address] = { status: 'ready', id: performer._id };
    },
    profileFailed(state, { payload }: PayloadAction<{ address: string; error: ApiFailure }>) {
      const { address, error } = payload;
      // For a blocked viewer, our API sends 404, others 403. Decisions 3.
      const isMissing = isUnknownAddress(error) || error.status === 403;
      const known = isMissing ? undefined : state.addresses[address];
      state.addresses[address] = { ...known, status: isMissing ? 'missing' : 'failed', error };
    },
    listRequested(
      state,
      { payload }: PayloadAction<{ key: string; source?: CardSource; query?: PerformerQuery; more?: boolean }>,
    ) {
      const { key, source, query = {}, more } = payload;
      // Keeps known rows, so that the scroll position is restored on return, except for a new random sample.
      const before = more || source !== 'random' ? state.lists[key] : undefined;
      state.lists[key] = { ids: [], total: 0, ...before, query, status: 'pending', error: null };
      if (more && before) state.lists[key].query = before.query;
    },
    listLoaded(
      state,
      { payload }: PayloadAction<{ key: string; cards: PerformerCard[]; total?: number; more?: boolean }>,
    ) {
      const list = state.lists[payload.key];
      if (!list) return;
      for (const card of payload.cards) state.cards[card._id] = card;
      list.ids = [...new Set([...(payload.more ? list.ids : []), ...payload.cards.map((card) => card._id)])];
      list.total = payload.total ?? list.ids.length;
      list.status = 'ready';
    },
    listFailed(state, { payload }: PayloadAction<{ key: string; error: ApiFailure }>) {
      const list = state.lists[payload.key];
      if (list) Object.assign(list, { status: 'failed', error: payload.error });
    },
    categoriesLoaded(state, { payload }: PayloadAction<NonNullable<PerformerState['categories']>>) {
      state.categories = payload;
    },
    followStarted(state) {
      state.pendingFollows += 1;
    },
    followEnded(state) {
      state.pendingFollows = Math.max(0, state.pendingFollows - 1);
    },
    welcomeVideosHidden(state, _action: PayloadAction<{ performerId: string }>) {
      state.hidesWelcomeVideos = true;
    },
    welcomeVideosSwitched(state, { payload }: PayloadAction<boolean>) {
      state.hidesWelcomeVideos = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(followChanged, (state, { payload: { performerId, isFollowed } }) => {
        const card = state.cards[performerId];
        if (card) card.isFollowed = isFollowed;
        const profile = state.profiles[performerId];
        if (!profile || profile.isFollowed === isFollowed) return;
        profile.isFollowed = isFollowed;
        profile.stats.followers += isFollowed ? 1 : -1;
      })
      .addCase(reactionChanged, (state, { payload: { objectType, objectId, action, on } }) => {
        const profile = objectType === 'performer' ? state.profiles[objectId] : undefined;
        if (profile && action === 'bookmark') Object.assign(profile, { isBookMarked: on, isBookmarked: on });
      });
  },
});

export const { profileLoaded, profileFailed, listRequested, listLoaded, listFailed, categoriesLoaded } =
  performerSlice.actions;
export const { followStarted, followEnded, welcomeVideosHidden, welcomeVideosSwitched } = performerSlice.actions;

export const selectProfile = (address: string) => (state: StoreState) => {
  const id = state.performer.addresses[address]?.id;
  return id === undefined ? undefined : state.performer.profiles[id];
};
export const selectCardAt = (address: string) => (state: StoreState) =>
  Object.values(state.performer.cards).find(({ _id, username }) => _id === address || username === address);
export const selectAddress = (address: string) => (state: StoreState) => state.performer.addresses[address];
export const selectList = (key: string) => (state: StoreState) => state.performer.lists[key];
export const selectIsFollowPending = (state: StoreState) => state.performer.pendingFollows > 0;
export const selectCards = (state: StoreState) => state.performer.cards;
const NO_CATEGORIES: NonNullable<PerformerState['categories']> = [];
export const selectCategories = (state: StoreState) => state.performer.categories ?? NO_CATEGORIES;
export const selectAreCategoriesKnown = (state: StoreState) => state.performer.categories !== null;
/** One dismissal hides all welcome videos, because compatible backends store one flag per account. Wire contract 3.1. */
export const selectHidesWelcomeVideos = (state: StoreState) =>
  state.performer.hidesWelcomeVideos || state.session.user?.welcomeVideoDismissed === true;
