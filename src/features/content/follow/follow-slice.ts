import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { followChanged } from '@/store/intents';
import type { StoreState } from '@/store/state';

type Follow = EndpointData<'listFollowing'>['data'][number];

/** Whom the viewer follows, or who follows the viewer. */
export type FollowSide = 'following' | 'followers';

interface FollowList {
  list: Follow[];
  total: number;
  /** How many the server gave, to ask for the next ones. */
  read: number;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  isEnd: boolean;
}

type FollowState = Record<FollowSide, FollowList>;

declare module '@/store/state' {
  interface StoreState {
    follow: FollowState;
  }
}

const nobody: FollowList = { list: [], total: 0, read: 0, status: 'idle', error: null, isEnd: false };

const initialState: FollowState = { following: nobody, followers: nobody };

export const followSlice = createSlice({
  name: 'follow',
  initialState,
  reducers: {
    /** `more` goes on where the list ends. */
    followsRequested(state, { payload: { side, more } }: PayloadAction<{ side: FollowSide; more?: boolean }>) {
      state[side] = more ? { ...state[side], status: 'pending', error: null } : { ...nobody, status: 'pending' };
    },
    followsLoaded(
      state,
      { payload }: PayloadAction<{ side: FollowSide; list: Follow[]; total: number; isEnd: boolean }>,
    ) {
      const side = state[payload.side];
      const known = new Set(side.list.map(({ _id }) => _id));
      side.list.push(...payload.list.filter(({ _id }) => !known.has(_id)));
      side.read += payload.list.length;
      side.total = payload.total;
      side.isEnd = payload.isEnd;
      side.status = 'ready';
    },
    followsFailed(state, { payload }: PayloadAction<{ side: FollowSide; error: ApiFailure }>) {
      Object.assign(state[payload.side], { status: 'failed', error: payload.error });
    },
  },
  extraReducers: (builder) => {
    // The row stays, so that a press by mistake is taken back where it was made.
    builder.addCase(followChanged, (state, { payload: { performerId, isFollowed } }) => {
      for (const { followingInfo } of state.following.list) {
        if (followingInfo?._id === performerId) followingInfo.isFollowed = isFollowed;
      }
    });
  },
});

export const { followsRequested, followsLoaded, followsFailed } = followSlice.actions;
export const selectFollows = (side: FollowSide) => (state: StoreState) => state.follow[side];
