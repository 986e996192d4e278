import { combineReducers, type Action } from '@reduxjs/toolkit';
import { call, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import { paths } from '@/config/paths';
import { currentUserLoaded, currentUserRequested, selectIsClosing } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { formatMoney } from '@/lib/format-money';
import { fromContext, selectState } from '@/store/call-endpoint';
import { saleEnded } from '@/store/intents';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';
import { bankWindowReducer } from './bank-window';
import { cardAddFailed, cardFormSlice } from './card-form-slice';
import { cardsSaga } from './cards-saga';
import { cardsRequested, cardsSlice } from './cards-slice';
import type { CheckoutIntent } from './checkout-intent';
import { couponSaga, couponSlice } from './coupon-slice';
import { emailCheckSaga, emailCheckSlice } from './email-check-slice';
import { selectIsCheckoutOpen, selectStartedAttempt, selectIntent, intentClosed, intentOpened } from './intent-feature';
import { paySaga } from './pay-saga';
import {
  formReopened,
  isRunningReducer,
  paymentDone,
  paymentFailed,
  paymentSlice,
  selectKey,
  selectPayment,
} from './payment-slice';
import { performerRequested, performerSaga, performerSlice } from './performer-slice';
import { getAmountDue } from './purchase';
import { quoteSaga, quoteSlice } from './quote-slice';
import { spendingLimitReducer, spendingLimitRequested, spendingLimitSaga } from './spending-limit-slice';
import { taxReducer, taxRequested, taxSaga } from './tax-slice';
import { paymentSocket } from './track-payment';

const takeSheetClosed = () => take([intentClosed, intentOpened]);

const selectIsStaying = (state: StoreState) => !selectIsClosing(state);

function* waitUntil(isDone: (state: StoreState) => boolean): Generator {
  while (!(yield* selectState(isDone))) yield take(currentUserLoaded);
}

const TOPS_UP: ReadonlySet<CheckoutIntent['kind']> = new Set(['unlock', 'order', 'tip', 'topUp']);

/** Waits while the account is closing: the backend then refuses the tax rate, and the total would lack the tax. */
function* loadSums(intent: CheckoutIntent): Generator {
  const { isLeft } = (yield race({ isKept: call(waitUntil, selectIsStaying), isLeft: takeSheetClosed() })) as {
    isLeft?: Action;
  };
  if (isLeft) return;
  if (intent.kind !== 'card') yield put(cardsRequested());
  if (intent.kind !== 'card' && intent.kind !== 'topUp') yield put(spendingLimitRequested());
  if (intent.kind === 'subscribe' || intent.kind === 'platform') yield put(taxRequested('subscription'));
  if (TOPS_UP.has(intent.kind)) yield put(taxRequested('wallet'));
  if (intent.kind === 'subscribe') yield put(performerRequested({ id: intent.performer._id }));
}

/** The account was closed elsewhere: the sheet offers to reopen it, and then loads its totals. */
function* handleAccountClosing({ payload }: ReturnType<typeof paymentFailed | typeof cardAddFailed>) {
  const { code } = 'reason' in payload ? payload.reason : payload;
  const isOther = 'reason' in payload && payload.key !== (yield* selectState(selectKey));
  if (code !== 'ACCOUNT_CLOSING' || isOther) return;
  yield put(currentUserRequested());
  const { isLeft } = (yield race({ isKnown: call(waitUntil, selectIsClosing), isLeft: takeSheetClosed() })) as {
    isLeft?: Action;
  };
  const intent = yield* selectState(selectIntent);
  if (isLeft || !intent) return;
  const payment = yield* selectState(selectPayment);
  if (payment.step === 'failed') yield put(formReopened({ key: payment.attempt.key }));
  yield* loadSums(intent);
}

function* openOrder({ payload: { receipt } }: ReturnType<typeof paymentDone>) {
  const state = yield* selectState(selectPayment);
  // Another sheet was opened during the request.
  if (!receipt.orderPath || state.step !== 'done' || state.receipt !== receipt) return;
  const intent = yield* selectState(selectIntent);
  // If each line is paid as a separate order, this receipt is only that of the last one.
  const isLineByLine = receipt.purchase.kind === 'product' && intent?.kind === 'order' && intent.lines.length > 1;
  const text = isLineByLine
    ? 'Paid. Your orders are placed.'
    : `Paid ${formatMoney(getAmountDue(receipt.purchase))}. Your order is placed.`;
  const href = isLineByLine ? paths.orders : receipt.orderPath;
  // A buyer who went back is doing something else.
  if (!(yield* selectState(selectIsCheckoutOpen))) {
    yield put(toastShown({ text, tone: 'success', action: isLineByLine ? 'View orders' : 'View order', href }));
    return;
  }
  const navigate = yield* fromContext('navigate');
  yield put(toastShown({ text, tone: 'success' }));
  yield put(intentClosed());
  navigate(href);
}

/** Closes the form of an item that is no longer sold; a payment that was sent stays on screen. */
function* closeSale({ payload: { target, id } }: ReturnType<typeof saleEnded>) {
  const intent = yield* selectState(selectIntent);
  if (!(yield* selectState(selectIsCheckoutOpen)) || intent?.kind !== 'unlock') return;
  const { step } = yield* selectState(selectPayment);
  if (intent.item.target !== target || intent.item.id !== id || (step !== 'choosing' && step !== 'failed')) return;
  yield put(intentClosed());
  yield put(toastShown({ text: 'This is no longer for sale. You have not paid for it.' }));
}

function* checkoutSaga() {
  for (const saga of [
    paySaga,
    cardsSaga,
    couponSaga,
    emailCheckSaga,
    performerSaga,
    quoteSaga,
    spendingLimitSaga,
    taxSaga,
  ])
    yield fork(saga);
  yield takeEvery(intentOpened, ({ payload: { intent } }) => loadSums(intent));
  yield takeEvery([paymentFailed, cardAddFailed], handleAccountClosing);
  yield takeEvery(paymentDone, openOrder);
  yield takeEvery(saleEnded, closeSale);
  // The intent that loaded this feature was opened before these watchers started, so it is dispatched again.
  const intent = yield* selectState(selectIntent);
  const started = yield* selectState(selectStartedAttempt);
  if (intent && (yield* selectState(selectIsCheckoutOpen))) yield put(intentOpened(intent, started));
}

const reducer = combineReducers({
  payment: paymentSlice.reducer,
  isRunning: isRunningReducer,
  isBankWindowOpen: bankWindowReducer,
  cards: cardsSlice.reducer,
  cardForm: cardFormSlice.reducer,
  coupon: couponSlice.reducer,
  email: emailCheckSlice.reducer,
  performer: performerSlice.reducer,
  quote: quoteSlice.reducer,
  spendingLimit: spendingLimitReducer,
  taxRates: taxReducer,
});

declare module '@/store/state' {
  interface StoreState {
    checkout: ReturnType<typeof reducer>;
  }
}

export const checkoutFeature: Feature = {
  name: 'checkout',
  reducer,
  saga: checkoutSaga,
  socket: paymentSocket,
};
