import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { limits } from '@contract/base/limits';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type Subscriber = EndpointData<'searchPerformerSubscriptions'>['data'][number];

/** `ending`: cancelled, with time left. */
export type SubscriberState = 'active' | 'ending' | 'ended';
export type SubscriberTier = 'monthly' | 'yearly' | 'free';

export interface SubscriberQuery {
  q?: string;
  state?: SubscriberState;
  tier?: SubscriberTier;
  offset?: number;
}

export interface SubscribersState {
  query: SubscriberQuery;
  rows: Subscriber[];
  total: number;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  /** A file is being put together. */
  isExporting: boolean;
}

declare module '@/store/state' {
  interface StoreState {
    subscribers: SubscribersState;
  }
}

export const subscribersPerPage = limits.tablePage;

/** Everybody of the filter, as a CSV file. */
export const subscribersExportRequested = createAction('subscribers/exportRequested');

const initialState: SubscribersState = {
  query: {},
  rows: [],
  total: 0,
  status: 'idle',
  error: null,
  isExporting: false,
};

export const subscriberSlice = createSlice({
  name: 'subscribers',
  initialState,
  reducers: {
    subscribersRequested(state, { payload }: PayloadAction<SubscriberQuery>) {
      const { offset: _before, ...before } = state.query;
      const { offset: _now, ...now } = payload;
      // Another page leaves the rows until the new ones are there; another filter does not.
      const rows = JSON.stringify(before) === JSON.stringify(now) ? state.rows : [];
      Object.assign(state, { query: payload, rows, status: 'pending', error: null });
    },
    subscribersLoaded(state, { payload }: PayloadAction<{ rows: Subscriber[]; total: number }>) {
      Object.assign(state, { ...payload, status: 'ready' });
    },
    subscribersFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state, { status: 'failed', error: payload });
    },
    subscribersExportEnded(state) {
      state.isExporting = false;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(subscribersExportRequested, (state) => {
      state.isExporting = true;
    });
  },
});

export const { subscribersRequested, subscribersLoaded, subscribersFailed, subscribersExportEnded } =
  subscriberSlice.actions;
export const selectSubscribers = (state: StoreState) => state.subscribers;
