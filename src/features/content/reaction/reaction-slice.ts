import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

type Creator = Extract<EndpointData<'listBookmarks'>['data'][number], { objectType: 'performer' }>['objectInfo'];

/** Creators the viewer has saved. Likes and saves themselves lie with the things they are of. */
export interface ReactionState {
  creators: {
    list: NonNullable<Creator>[];
    read: number;
    status: 'idle' | 'pending' | 'ready' | 'failed';
    error: ApiFailure | null;
    isEnd: boolean;
  };
}

declare module '@/store/state' {
  interface StoreState {
    reaction: ReactionState;
  }
}

const nothing: ReactionState['creators'] = { list: [], read: 0, status: 'idle', error: null, isEnd: false };

const initialState: ReactionState = { creators: nothing };

export const reactionSlice = createSlice({
  name: 'reaction',
  initialState,
  reducers: {
    /** `more` goes on where the list ends. */
    savedCreatorsRequested(state, { payload }: PayloadAction<{ more?: boolean }>) {
      state.creators = payload.more
        ? { ...state.creators, status: 'pending', error: null }
        : { ...nothing, status: 'pending' };
    },
    savedCreatorsLoaded(
      { creators },
      { payload }: PayloadAction<{ list: NonNullable<Creator>[]; read: number; isEnd: boolean }>,
    ) {
      creators.list.push(...payload.list);
      creators.read += payload.read;
      creators.isEnd = payload.isEnd;
      creators.status = 'ready';
    },
    savedCreatorsFailed({ creators }, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(creators, { status: 'failed', error: payload });
    },
  },
});

export const { savedCreatorsRequested, savedCreatorsLoaded, savedCreatorsFailed } = reactionSlice.actions;
export const selectSavedCreators = (state: StoreState) => state.reaction.creators;
