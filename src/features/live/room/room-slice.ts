import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';
import type { WatchState } from '@/services/streaming/stream-watch';
import { followChanged, itemUnlocked, reminderChanged } from '@/store/intents';
import type { Announcement, Member, Replay, RoomPlace, RoomState, RoomStatus, Show } from './room-state';

export const roomEntered = createAction<{ performerId: string }>('liveRoom/entered');
export const roomLeft = createAction('liveRoom/left');
export const pictureWanted = createAction<{ video: HTMLVideoElement; streamId: string; sessionId: string } | null>(
  'liveRoom/pictureWanted',
);
export const hostSeen = createAction<{ performerId: string }>('liveRoom/hostSeen');
/** Gives up the connection, which is dead although no event said so. */
export const pictureGivenUp = createAction('liveRoom/pictureGivenUp');
export const pictureRetried = createAction('liveRoom/pictureRetried');
export const soundSwitched = createAction<{ isMuted: boolean }>('liveRoom/soundSwitched');
/** The socket has connected or reconnected, so its rooms have to be joined again. */
export const roomRejoined = createAction('liveRoom/rejoined');

const initialState: RoomState = {
  performerId: null,
  status: 'idle',
  error: null,
  show: null,
  viewers: { total: 0, members: [] },
  endedBy: null,
  privatePlace: null,
  picture: { state: 'idle', isDelayed: false, awaySince: null, needsTicket: false },
  announced: null,
  replay: null,
};

const AWAY_STATES: ReadonlySet<WatchState> = new Set(['stalled', 'lost']);

const isHere = (state: RoomState, conversationId: string) =>
  [state.show?.conversationId, state.privatePlace?.conversationId].includes(conversationId);

function endShow(state: RoomState, endedBy: RoomState['endedBy']): void {
  // A viewer who was removed may enter the next show.
  if (state.status !== 'open' && state.status !== 'closed') return;
  state.status = 'ended';
  state.endedBy = endedBy;
  state.picture = initialState.picture;
}

const roomSlice = createSlice({
  name: 'liveRoom',
  initialState,
  reducers: {
    /**
     * Dispatched on the server, and repeatedly in the browser, where the state of the room is kept. `isAnew` replaces a join
     * that is running, whose reply may be outdated.
     */
    joinRequested(state, { payload }: PayloadAction<{ performerId: string; isAnew?: boolean }>) {
      if (state.performerId === payload.performerId) {
        if (state.status === 'idle' || state.status === 'failed') state.status = 'pending';
        return undefined;
      }
      return { ...initialState, performerId: payload.performerId, status: 'pending' as const };
    },
    joined(state, { payload }: PayloadAction<Show>) {
      const isOther = state.show?._id !== payload._id || state.show.sessionId !== payload.sessionId;
      if (isOther) {
        state.viewers = { total: payload.stats.members, members: [] };
        state.picture = initialState.picture;
      }
      // Guests get no join events, so they only have the count in the show itself.
      if (state.viewers.members.length === 0) state.viewers.total = payload.stats.members;
      state.status = 'open';
      state.show = payload;
      state.error = null;
      state.endedBy = null;
    },
    /** If the show was open, `waiting` means that it has ended. */
    joinRefused(state, { payload }: PayloadAction<{ status: RoomStatus; error: ApiFailure }>) {
      const { status, error } = payload;
      if (state.status === 'open' && status === 'failed') return;
      if (status === 'waiting' && (state.status === 'open' || state.status === 'ended')) return endShow(state, 'host');
      state.status = status;
      state.error = error;
      if (status !== 'failed') state.show = null;
    },
    showChanged(state, { payload }: PayloadAction<Show>) {
      if (!state.show || state.show._id !== payload._id) return;
      // Events omit fields that depend on the viewer: keep those.
      const { isSubscribed, hasPurchased, conversationId } = state.show;
      const own = { isSubscribed, hasPurchased, conversationId, performerInfo: state.show.performerInfo };
      state.show = { ...state.show, ...payload, ...own };
      if (payload.endedAt) endShow(state, 'host');
    },
    showRenamed(state, { payload }: PayloadAction<{ conversationId: string; name: string }>) {
      if (state.show?.conversationId === payload.conversationId) state.show.title = payload.name;
    },
    showEnded(state, { payload }: PayloadAction<{ conversationId: string; endedBy: 'host' | 'operator' }>) {
      if (state.show?.conversationId === payload.conversationId) endShow(state, payload.endedBy);
    },
    viewersChanged(
      state,
      { payload }: PayloadAction<{ conversationId: string; total: number; members?: Member[] | null }>,
    ) {
      if (!isHere(state, payload.conversationId)) return;
      state.viewers = { total: payload.total, members: payload.members ?? [] };
    },
    accessLost(state, { payload }: PayloadAction<{ conversationId: string }>) {
      if (state.show?.conversationId !== payload.conversationId || state.status === 'ended') return;
      state.status = 'closed';
      state.picture = initialState.picture;
    },
    pictureRefused(state, { payload }: PayloadAction<{ status: RoomStatus | 'ticket'; error: ApiFailure }>) {
      const { status, error } = payload;
      state.picture = { ...initialState.picture, needsTicket: status === 'ticket' };
      if (status === 'ticket') return;
      state.status = status;
      state.error = error;
    },
    privatePlaceChanged(state, { payload }: PayloadAction<RoomPlace | null>) {
      state.privatePlace = payload;
      state.picture = initialState.picture;
    },
    pictureChanged(state, { payload }: PayloadAction<{ state: WatchState; at: number }>) {
      const { picture } = state;
      if (AWAY_STATES.has(payload.state)) picture.awaySince ??= payload.at;
      else if (payload.state === 'playing') picture.awaySince = null;
      // If there was a picture before, it is lost rather than starting.
      picture.state = payload.state === 'starting' && picture.awaySince !== null ? 'lost' : payload.state;
    },
    announcementLoaded(state, { payload }: PayloadAction<Announcement | null>) {
      state.announced = payload;
    },
    replayFound(state, { payload }: PayloadAction<Replay>) {
      state.replay = payload;
    },
    pictureDelayed(state, { payload }: PayloadAction<boolean>) {
      state.picture.isDelayed = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(roomLeft, () => initialState)
      .addCase(pictureRetried, (state) => {
        state.picture = { ...state.picture, state: 'starting', awaySince: null };
      })
      .addCase(itemUnlocked, (state, { payload: { target, id } }) => {
        if (target !== 'stream' || state.show?._id !== id) return;
        state.show.hasPurchased = true;
        state.picture.needsTicket = false;
      })
      .addCase(reminderChanged, ({ announced }, { payload }) => {
        if (announced?.postId === payload.postId) announced.isReminded = payload.isReminded;
      })
      .addCase(followChanged, (state, { payload: { performerId, isFollowed } }) => {
        const { performerInfo } = state.show ?? {};
        if (performerInfo?._id === performerId) performerInfo.isFollowed = isFollowed;
      });
  },
});

export const {
  joinRequested,
  joined,
  joinRefused,
  showChanged,
  showRenamed,
  showEnded,
  viewersChanged,
  accessLost,
  pictureRefused,
  privatePlaceChanged,
  pictureChanged,
  pictureDelayed,
  announcementLoaded,
  replayFound,
} = roomSlice.actions;
export const roomReducer = roomSlice.reducer;
