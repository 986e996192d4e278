import { createAction, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { delay, put, takeLatest } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import { getRenewalDate } from '@contract/money/subscription-period';
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
  /** Null on backends without a subscription to the site. */
  platform: PlatformSubscription | null;
  /** When the data was loaded, in milliseconds since 1970. Server and browser compare dates with it, to render the same. */
  asOf: number;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  busyId: string | null;
}

declare module '@/store/state' {
  interface StoreState {
    subscription: SubscriptionState;
  }
}

/** `until` is the end of access, as ISO text. */
export interface SubscriptionRef {
  id: string;
  /** Null for the site's own subscription. */
  performerId: string | null;
  gateway: Subscription['paymentGateway'];
  until: string;
}

export interface SavedCard {
  /** Sent as `cardId` with payments. */
  token: string;
  name: string;
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
    /** @param payload id of the changed subscription, because a toast may have started another change. */
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
/** False on compatible backends, which cannot resume a canceled subscription. */
export const selectCanResume = selectSupportsCall(paymentRoutes.resumeSubscription);

/** The backend's maximum page size. */
const MAX_SUBSCRIPTIONS = 200;

const load = withFailure(function* load() {
  const { data } = yield* callEndpoint(subscriptionRoutes.searchUserSubscriptions, {
    query: { limit: MAX_SUBSCRIPTIONS },
  });
  const platform = yield* loadPlatform();
  yield put(loaded({ list: data, platform, asOf: Date.now() }));
}, failed);

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

/** Without a response the change may still have succeeded, so the list is reloaded. */
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

const getEndDay = ({ until }: SubscriptionRef) => formatDay(until, { timeZone: 'UTC' });
const getRenewalDay = ({ until }: SubscriptionRef) =>
  formatDay(getRenewalDate(new Date(until)).toISOString(), { timeZone: VIEWER_TIME_ZONE });

function* cancel({ payload }: ReturnType<typeof cancelRequested>) {
  const { ref } = payload;
  if (ref.performerId === null) yield* callEndpoint(paymentRoutes.cancelPlatformSubscription);
  else yield* callEndpoint(paymentRoutes.cancelSubscription, { params: { type: ref.gateway, id: ref.id } });
  const resumes = yield* selectState(selectCanResume);
  // If access has already ended, because the renewal had failed, there is nothing to keep or resume.
  const isOpen = Date.parse(ref.until) > Date.now();
  yield put(
    toastShown({
      text: isOpen ? `Cancelled. You keep access until ${getEndDay(ref)}.` : 'Cancelled. You won’t be charged again.',
      ...(resumes && isOpen && { action: 'Renew', onAction: resumeRequested(payload) }),
    }),
  );
  yield put(toChangedAction(ref));
}

function* resume({ payload: { ref } }: ReturnType<typeof resumeRequested>) {
  yield* callEndpoint(paymentRoutes.resumeSubscription, { params: { type: ref.gateway, id: ref.id } });
  yield put(toastShown({ text: `It renews again on ${getRenewalDay(ref)}.`, tone: 'success' }));
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

export const subscriptionFeature: Feature = {
  name: 'subscription',
  reducer: subscriptionSlice.reducer,
  *saga() {
    yield takeLatest([subscriptionsRequested, subscriptionChanged, platformSubscriptionChanged], load);
  },
  *browserSaga() {
    // By row, because a toast can resume a subscription while another one is being changed.
    yield takeLeadingBy(cancelRequested, getRow, change(cancel));
    yield takeLeadingBy(resumeRequested, getRow, change(resume));
    yield takeLeadingBy(cardChangeRequested, getRow, change(changeCard));
  },
  resync: () => [subscriptionsRequested()],
};
