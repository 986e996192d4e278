import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

/** Sums and people of some days. What only our API counts is missing elsewhere. */
export interface Period {
  netPrice: number;
  sales?: number;
  newSubscribers?: number;
  newFollowers?: number;
}

export interface CreatorHome {
  today: Period;
  week: Period;
  month: Period;
  nextRelease: EndpointData<'getStudioOverview'>['nextRelease'];
  activeSubscribers?: number;
  sales: EndpointData<'searchEarnings'>['data'];
  subscribers: EndpointData<'searchPerformerSubscriptions'>['data'];
  followers: EndpointData<'listFollowers'>['data'];
  posts: EndpointData<'listPerformerFeeds'>['data'];
  /** Posts that are not published yet; counted only until the first one is. */
  drafts: number;
}

export interface CreatorHomeState {
  home: CreatorHome | null;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    creatorHome: CreatorHomeState;
  }
}

const initialState: CreatorHomeState = { home: null, status: 'idle', error: null };

export const creatorHomeSlice = createSlice({
  name: 'creatorHome',
  initialState,
  reducers: {
    homeRequested(state) {
      Object.assign(state, { status: 'pending', error: null });
    },
    homeLoaded(state, { payload }: PayloadAction<CreatorHome>) {
      Object.assign(state, { home: payload, status: 'ready' });
    },
    homeFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state, { status: 'failed', error: payload });
    },
  },
});

export const { homeRequested, homeLoaded, homeFailed } = creatorHomeSlice.actions;
export const selectCreatorHome = (state: StoreState) => state.creatorHome;
