import { fork, put, take, takeEvery } from 'redux-saga/effects';
import { paths } from '@/config/paths';
import {
  currentUserLoaded,
  selectCurrentUser,
  selectIsLoggedIn,
  selectIsPerformer,
} from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { fromContext, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { platformSubscriptionWanted, subscribeWanted, tipWanted, topUpWanted, unlockWanted } from '@/store/intents';
import { forgetPayment, readStartedPayment } from './started-payment';
import { addCardWanted, intentOpened, intentSlice, type CheckoutIntent } from './intent-slice';

/** Opens the sheet for an intent: strangers sign up first and come back, creators learn why they cannot buy. */
function* open(intent: CheckoutIntent) {
  if (!(yield* selectState(selectIsLoggedIn))) {
    const navigate = yield* fromContext('navigate');
    const { pathname, search } = window.location;
    navigate(`${paths.auth.register}?returnTo=${encodeURIComponent(pathname + search)}`);
    return;
  }
  if (yield* selectState(selectIsPerformer)) {
    yield put(toastShown({ text: 'This is a creator account. Only fan accounts can pay.' }));
    return;
  }
  yield put(intentOpened(intent));
}

/** The page was loaded again while a payment was under way: its sheet comes back and tells how it ended. */
function* reopen() {
  const started = readStartedPayment(Date.now());
  if (!started) return;
  if (!(yield* selectState(selectCurrentUser))) yield take(currentUserLoaded);
  const user = yield* selectState(selectCurrentUser);
  if (user?._id === started.userId) yield put(intentOpened(started.intent, started));
  else forgetPayment();
}

/** Hears what is wanted, on every page. */
export const intentFeature: Feature = {
  name: 'checkoutIntent',
  reducer: intentSlice.reducer,
  *saga() {
    yield fork(reopen);
    yield takeEvery(unlockWanted, ({ payload }) => open({ kind: 'unlock', item: payload }));
    yield takeEvery(tipWanted, ({ payload }) => open({ kind: 'tip', ...payload }));
    yield takeEvery(subscribeWanted, ({ payload: { performer, subscriptionType = 'monthly' } }) =>
      open({ kind: 'subscribe', performer, plan: subscriptionType }),
    );
    yield takeEvery(topUpWanted, ({ payload }) => open({ kind: 'topUp', missing: payload.missing }));
    yield takeEvery(platformSubscriptionWanted, () => open({ kind: 'platform' }));
    yield takeEvery(addCardWanted, () => open({ kind: 'card' }));
  },
};
