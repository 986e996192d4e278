import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { paymentRoutes } from '@contract/money/payment-routes';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { selectServes } from '@/store/backend';
import type { StoreState } from '@/store/state';

export type Subscription = EndpointData<'searchUserSubscriptions'>['data'][number];
export type PlatformSubscription = EndpointData<'getPlatformSubscription'>;

export interface SubscriptionState {
  list: Subscription[];
  /** Null on a backend that has none. */
  platform: PlatformSubscription | null;
  /** When this was so, in milliseconds since 1970: what is over is worked out from it, alike on server and browser. */
  asOf: number;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  /** The one that is being changed. */
  busyId: string | null;
}

declare module '@/store/state' {
  interface StoreState {
    subscription: SubscriptionState;
  }
}

/** What is changed: a subscription to a creator, or the platform's own. `until` is when access ends, as ISO text. */
export interface SubscriptionRef {
  id: string;
  /** Null for the platform. */
  performerId: string | null;
  gateway: Subscription['paymentGateway'];
  until: string;
}

/** A saved card, as the list of them names it. */
export interface SavedCard {
  /** What payments take as `cardId`. */
  token: string;
  /** `Visa ending 4242` */
  name: string;
  /** `Expires 08/29` */
  expiry: string;
}

export const subscriptionsRequested = createAction('subscription/requested');

const initialState: SubscriptionState = {
  list: [],
  platform: null,
  asOf: 0,
  status: 'idle',
  error: null,
  busyId: null,
};

export const subscriptionSlice = createSlice({
  name: 'subscription',
  initialState,
  reducers: {
    subscriptionsLoaded(
      state,
      { payload }: PayloadAction<{ list: Subscription[]; platform: PlatformSubscription | null; asOf: number }>,
    ) {
      Object.assign(state, { ...payload, status: 'ready', error: null });
    },
    subscriptionsFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state, { status: 'failed', error: payload });
    },
    cancelRequested(state, { payload }: PayloadAction<SubscriptionRef>) {
      state.busyId = payload.id;
    },
    resumeRequested(state, { payload }: PayloadAction<SubscriptionRef>) {
      state.busyId = payload.id;
    },
    cardChangeRequested(state, { payload }: PayloadAction<{ ref: SubscriptionRef; card: SavedCard }>) {
      state.busyId = payload.ref.id;
    },
    changeEnded(state) {
      state.busyId = null;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(subscriptionsRequested, (state) => {
      Object.assign(state, { status: 'pending', error: null });
    });
  },
});

export const {
  subscriptionsLoaded,
  subscriptionsFailed,
  cancelRequested,
  resumeRequested,
  cardChangeRequested,
  changeEnded,
} = subscriptionSlice.actions;
export const selectSubscriptions = (state: StoreState) => state.subscription;
/** Whether what was cancelled can go on again: in the family it cannot. */
export const selectCanResume = selectServes(paymentRoutes.resumeSubscription);
