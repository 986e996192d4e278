import { createAction, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { delay, put, takeLatest } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import { subscriptionRoutes } from '@contract/money/subscription-routes';
import type { EndpointData } from '@contract/schemas';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { formatDay, VIEWER_TIME_ZONE } from '@/lib/dates';
import { toFailure, type ApiFailure } from '@/services/api-error';
import { withFailure } from '@/store/with-failure';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { platformSubscriptionChanged, subscriptionChanged } from '@/store/intents';
import type { StoreState } from '@/store/state';
import { DOUBLE_TAP_MS, takeLeadingBy } from '@/store/take-by';

export type Subscription = EndpointData<'searchUserSubscriptions'>['data'][number];
export type PlatformSubscription = EndpointData<'getPlatformSubscription'>;

interface SubscriptionState {
  list: Subscription[];
  /** Null on a backend that has none. */
  platform: PlatformSubscription | null;
  /** When this was so, in milliseconds since 1970: what is over is worked out from it, alike on server and browser. */
  asOf: number;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  /** The one that is being changed: until then no other is offered a change. */
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
export const cancelRequested = createAction<{ ref: SubscriptionRef }>('subscription/cancelRequested');
export const resumeRequested = createAction<{ ref: SubscriptionRef }>('subscription/resumeRequested');
export const cardChangeRequested = createAction<{ ref: SubscriptionRef; card: SavedCard }>(
  'subscription/cardChangeRequested',
);

const initialState: SubscriptionState = {
  list: [],
  platform: null,
  asOf: 0,
  status: 'idle',
  error: null,
  busyId: null,
};

const subscriptionSlice = createSlice({
  name: 'subscription',
  initialState,
  reducers: {
    loaded(state, { payload }: PayloadAction<Pick<SubscriptionState, 'list' | 'platform' | 'asOf'>>) {
      state.list = payload.list;
      state.platform = payload.platform;
      state.asOf = payload.asOf;
      state.status = 'ready';
      state.error = null;
    },
    failed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
    /** @param payload the id of the one that was changed; a notice may have begun with another meanwhile. */
    changeEnded(state, { payload }: PayloadAction<string>) {
      if (state.busyId === payload) state.busyId = null;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(subscriptionsRequested, (state) => {
      state.status = 'pending';
      state.error = null;
    });
    builder.addMatcher(isAnyOf(cancelRequested, resumeRequested, cardChangeRequested), (state, { payload }) => {
      state.busyId = payload.ref.id;
    });
  },
});

const { loaded, failed, changeEnded } = subscriptionSlice.actions;
export const selectSubscriptions = (state: StoreState) => state.subscription;
/** Whether what was cancelled can go on again: in the family it cannot. */
export const selectCanResume = selectSupportsCall(paymentRoutes.resumeSubscription);

/** The most that a list returns at once. */
const MAX_SUBSCRIPTIONS = 200;

const load = withFailure(function* load() {
  const { data } = yield* callEndpoint(subscriptionRoutes.searchUserSubscriptions, {
    query: { limit: MAX_SUBSCRIPTIONS },
  });
  const platform = yield* loadPlatform();
  yield put(loaded({ list: data, platform, asOf: Date.now() }));
}, failed);

/** A backend without a platform subscription goes without this line. */
function* loadPlatform(): Generator<unknown, PlatformSubscription | null> {
  try {
    return yield* callEndpoint(paymentRoutes.getPlatformSubscription);
  } catch {
    return null;
  }
}

interface Change {
  type: string;
  payload: { ref: SubscriptionRef };
}

const getRow = ({ payload: { ref } }: Change) => ref.id;

/** Changes one subscription. Says why it did not happen; where no answer came it may have, and the list tells. */
const change = <A extends Change>(saga: (action: A) => Generator) =>
  function* changeOne(action: A) {
    try {
      yield* saga(action);
      yield delay(DOUBLE_TAP_MS);
    } catch (error) {
      const failure = toFailure(error);
      yield put(failureShown(failure));
      if (failure.status === 0 || failure.status >= 500) yield put(subscriptionsRequested());
    } finally {
      yield put(changeEnded(getRow(action)));
    }
  };

const toChangedAction = ({ performerId }: SubscriptionRef) =>
  performerId === null ? platformSubscriptionChanged() : subscriptionChanged({ performerId });

const getDay = ({ until }: SubscriptionRef) => formatDay(until, { timeZone: VIEWER_TIME_ZONE });

function* cancel({ payload }: ReturnType<typeof cancelRequested>) {
  const { ref } = payload;
  if (ref.performerId === null) yield* callEndpoint(paymentRoutes.cancelPlatformSubscription);
  else yield* callEndpoint(paymentRoutes.cancelSubscription, { params: { type: ref.gateway, id: ref.id } });
  const resumes = yield* selectState(selectCanResume);
  // One that was locked, since its renewal failed, leaves nothing to keep or to renew.
  const isOpen = Date.parse(ref.until) > Date.now();
  yield put(
    toastShown({
      text: isOpen ? `Cancelled. You keep access until ${getDay(ref)}.` : 'Cancelled. You won’t be charged again.',
      ...(resumes && isOpen && { action: 'Renew', onAction: resumeRequested(payload) }),
    }),
  );
  yield put(toChangedAction(ref));
}

function* resume({ payload: { ref } }: ReturnType<typeof resumeRequested>) {
  yield* callEndpoint(paymentRoutes.resumeSubscription, { params: { type: ref.gateway, id: ref.id } });
  yield put(toastShown({ text: `It renews again on ${getDay(ref)}.`, tone: 'success' }));
  yield put(toChangedAction(ref));
}

function* changeCard({ payload: { ref, card } }: ReturnType<typeof cardChangeRequested>) {
  yield* callEndpoint(paymentRoutes.changeSubscriptionCard, {
    params: { type: ref.gateway, id: ref.id },
    body: { cardId: card.token },
  });
  yield put(toastShown({ text: `It renews from ${card.name} now.`, tone: 'success' }));
  yield put(toChangedAction(ref));
}

/** What somebody subscribes to: what it costs, when it renews, cancelling and resuming. */
export const subscriptionFeature: Feature = {
  name: 'subscription',
  reducer: subscriptionSlice.reducer,
  *saga() {
    yield takeLatest([subscriptionsRequested, subscriptionChanged, platformSubscriptionChanged], load);
  },
  *browserSaga() {
    // Each row by itself: a notice offers to resume one also while another is being changed.
    yield takeLeadingBy(cancelRequested, getRow, change(cancel));
    yield takeLeadingBy(resumeRequested, getRow, change(resume));
    yield takeLeadingBy(cardChangeRequested, getRow, change(changeCard));
  },
  resync: () => [subscriptionsRequested()],
};
