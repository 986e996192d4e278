import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { fork, put, take, takeEvery } from 'redux-saga/effects';
import {
  currentUserLoaded,
  selectCurrentUser,
  selectIsLoggedIn,
  selectIsPerformer,
} from '@/features/identity/auth/session-slice';
import { paths } from '@/config/paths';
import { toastShown } from '@/features/site/ui/ui-slice';
import { createRandomKey } from '@/lib/random-key';
import { promptSignUp } from '@/store/ask-to-sign-up';
import { selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import * as intents from '@/store/intents';
import type { StoreState } from '@/store/state';
import type { CheckoutIntent, StartedAttempt } from './checkout-intent';
import { findInterruptedPayment, findUnfinishedPayment } from './started-payment';

/** Loaded on every page, unlike the sheets, which the first intent loads. */
interface IntentState {
  intent: CheckoutIntent | null;
  isOpen: boolean;
  /** An earlier payment for the same target whose outcome is unknown; it is recovered first. */
  started: StartedAttempt | null;
}

declare module '@/store/state' {
  interface StoreState {
    checkoutIntent: IntentState;
  }
}

export const addCardRequested = createAction('checkout/addCardRequested');

const initialState: IntentState = { intent: null, isOpen: false, started: null };

const intentSlice = createSlice({
  name: 'checkoutIntent',
  initialState,
  reducers: {
    /** `key` makes the payments of this sheet idempotent; `started` brings its own key. */
    intentOpened: {
      prepare: (intent: CheckoutIntent, started: StartedAttempt | null = null) => ({
        payload: { intent, started, key: started?.key ?? createRandomKey() },
      }),
      reducer(state, { payload: { intent, started } }: PayloadAction<Omit<IntentState, 'isOpen'>>) {
        state.intent = intent;
        state.started = started;
        state.isOpen = true;
      },
    },
    intentClosed(state) {
      state.isOpen = false;
      state.started = null;
    },
  },
});

export const { intentOpened, intentClosed } = intentSlice.actions;
export const selectIntent = (state: StoreState) => state.checkoutIntent?.intent ?? null;
export const selectIsCheckoutOpen = (state: StoreState) => state.checkoutIntent?.isOpen ?? false;
export const selectStartedAttempt = (state: StoreState) => state.checkoutIntent?.started ?? null;

/** Guests have to sign up first and then return; creators are told that only fans can pay. */
function* openSheet(intent: CheckoutIntent) {
  if (!(yield* selectState(selectIsLoggedIn))) {
    yield* promptSignUp(getReturnQuery(intent));
    return;
  }
  if (yield* selectState(selectIsPerformer)) {
    yield put(toastShown({ text: 'This is a creator account. Only fan accounts can pay.' }));
    return;
  }
  const started = yield* findStartedAttempt(intent);
  // Shows the products of the earlier payment, which may be different ones.
  yield put(intentOpened(started && intent.kind === 'order' ? started.intent : intent, started));
}

/** Finds an earlier payment, so that another press does not pay twice for the same target. */
function* findStartedAttempt(
  intent: CheckoutIntent,
): Generator<unknown, ReturnType<typeof findUnfinishedPayment> | null> {
  const user = yield* selectState(selectCurrentUser);
  return (user && findUnfinishedPayment(intent, user._id, Date.now())) ?? null;
}

/** With this query, the sheet on a creator's page opens again after the sign-up. */
function getReturnQuery(intent: CheckoutIntent): Record<string, string> {
  const isThere = intent.kind === 'subscribe' && window.location.pathname === paths.profile(intent.performer.username);
  return isThere ? { subscribe: intent.plan } : {};
}

function* returnFromTopUp() {
  const intent = yield* selectState(selectIntent);
  if (intent?.kind === 'topUp' && intent.next) yield put(intents.topUpClosed({ next: intent.next }));
}

/** After a reload, opens the sheet of the interrupted payment to show its outcome. */
function* reopenInterrupted() {
  if (!(yield* selectState(selectCurrentUser))) yield take(currentUserLoaded);
  const user = yield* selectState(selectCurrentUser);
  const started = user && findInterruptedPayment(user._id, Date.now());
  if (started) yield put(intentOpened(started.intent, started));
}

export const intentFeature: Feature = {
  name: 'checkoutIntent',
  reducer: intentSlice.reducer,
  *saga() {
    yield fork(reopenInterrupted);
    yield takeEvery(intents.unlockRequested, ({ payload }) => openSheet({ kind: 'unlock', item: payload }));
    yield takeEvery(intents.orderRequested, ({ payload }) => openSheet({ kind: 'order', ...payload }));
    yield takeEvery(intents.tipRequested, ({ payload }) => openSheet({ kind: 'tip', ...payload }));
    yield takeEvery(intents.subscribeRequested, ({ payload: { performer, subscriptionType = 'monthly' } }) =>
      openSheet({ kind: 'subscribe', performer, plan: subscriptionType }),
    );
    yield takeEvery(intents.topUpRequested, ({ payload }) => openSheet({ kind: 'topUp', ...payload }));
    yield takeEvery(intentClosed, returnFromTopUp);
    yield takeEvery(intents.platformSubscriptionRequested, () => openSheet({ kind: 'platform' }));
    yield takeEvery(addCardRequested, () => openSheet({ kind: 'card' }));
  },
};
