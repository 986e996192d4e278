import { combineReducers, type Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { call, fork, join, put, race, spawn, take, takeEvery, takeLeading } from 'redux-saga/effects';
import { currentUserLoaded, currentUserRequested, selectIsClosing } from '@/features/identity/auth/session-slice';
import { selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';
import { cardAddFailed, cardFormSlice, selectCardForm } from './card-form-slice';
import { cardsSaga, saveCard } from './cards-saga';
import { cardDeleteRequested, cardsRequested, cardsSlice, type Card } from './cards-slice';
import * as checkout from './checkout-slice';
import { couponSaga, couponSlice } from './coupon-slice';
import { emailCheckSaga, emailCheckSlice } from './email-check-slice';
import { pay, recoverPayment } from './pay-saga';
import { performerRequested, performerSaga, performerSlice } from './performer-slice';
import { taxReducer, taxRequested, taxSaga } from './tax-slice';
import { paymentSocket, selectSheet } from './track-payment';
import { withCard, type Purchase } from './purchase';
import { forgetPayment, markPaymentLeft } from './started-payment';
import { selectIsCheckoutOpen, selectStartedAttempt, selectIntent, intentClosed, intentOpened } from './intent-feature';
import type { CheckoutIntent, StartedAttempt } from './checkout-intent';

/** A sheet that was opened, or left, has nothing more to wait for. */
const left = () => take([intentClosed, intentOpened]);

const isStaying = (state: StoreState) => !selectIsClosing(state);

function* waitFor(isSo: (state: StoreState) => boolean): Generator {
  while (!(yield* selectState(isSo))) yield take(currentUserLoaded);
}

/** What a sheet needs to know before it can name the sum. */
function* prepare({ payload: { intent, started } }: ReturnType<typeof intentOpened>) {
  if (started) yield fork(lookFor, started);
  yield* readSums(intent);
}

/** Looks how a payment ended, unless its own call, or another sheet's, is still under way: that may tell. */
function* lookFor({ key, attempt, before }: StartedAttempt) {
  while ((yield* selectState(checkout.selectCheckout)).isUnderWay) yield take(checkout.attemptEnded);
  const { key: current, step } = yield* selectState(checkout.selectCheckout);
  if (current === key && step === 'paying') yield put(checkout.paymentSought({ attempt, before }));
}

/** An account that is about to be deleted is told no tax: without an answer the form would leave it out. */
function* readSums(intent: CheckoutIntent): Generator {
  const { isLeft } = (yield race({ isKept: call(waitFor, isStaying), isLeft: left() })) as { isLeft?: Action };
  if (isLeft) return;
  if (intent.kind !== 'card') yield put(cardsRequested());
  if (intent.kind === 'subscribe' || intent.kind === 'platform') yield put(taxRequested('subscription'));
  if (intent.kind === 'unlock' || intent.kind === 'tip' || intent.kind === 'topUp') yield put(taxRequested('wallet'));
  if (intent.kind === 'subscribe') yield put(performerRequested({ id: intent.performer._id }));
}

/** The account was closed elsewhere meanwhile: the sheet offers to keep it, and what it needs to know is asked for again. */
function* offerToKeep({ payload }: ReturnType<typeof checkout.paymentFailed | typeof cardAddFailed>) {
  const { code } = 'error' in payload ? payload.error : payload;
  if (code !== 'ACCOUNT_CLOSING') return;
  yield put(currentUserRequested());
  const { isLeft } = (yield race({ isKnown: call(waitFor, selectIsClosing), isLeft: left() })) as { isLeft?: Action };
  const intent = yield* selectState(selectIntent);
  if (isLeft || !intent) return;
  const { step } = yield* selectState(checkout.selectCheckout);
  if (step === 'failed') yield put(checkout.paymentReopened());
  yield* readSums(intent);
}

/** What is to be paid; null when its card could not be saved, or when its payer left meanwhile. */
function* attemptOf(action: Action): Generator<unknown, Purchase[] | null> {
  if (checkout.paymentRequested.match(action)) return action.payload;
  if (checkout.retryRequested.match(action)) return (yield* selectState(checkout.selectCheckout)).attempt;
  if (!checkout.cardPaymentRequested.match(action)) return null;
  const { card, purchases } = action.payload;
  // Detached: whoever closes the sheet meanwhile pays nothing and waits for nothing, but the card is saved all the same.
  const saving = (yield spawn(saveCard, card)) as Task;
  const { saved } = (yield race({ saved: join(saving), left: left() })) as {
    saved?: Card | null;
  };
  return saved ? purchases.map((purchase) => withCard(purchase, saved.token)) : null;
}

/** Does what was pressed in a sheet, to its end. */
function* carryOn(action: Action) {
  // Of the moment of the press: by the time an answer comes, another sheet may be open.
  const sheet = yield* selectState(selectSheet);
  if (checkout.paymentSought.match(action)) {
    yield* recoverPayment(sheet, action.payload.attempt, action.payload.before);
    return;
  }
  const attempt = yield* attemptOf(action);
  if (!attempt) return;
  const { before } = yield* selectState(checkout.selectCheckout);
  yield* pay(sheet, attempt, { again: checkout.retryRequested.match(action) ? before : null });
  if (!checkout.cardPaymentRequested.match(action)) return;
  const { step, error } = yield* selectState(checkout.selectCheckout);
  const { addedId } = yield* selectState(selectCardForm);
  // A card that paid nothing yet would be offered first at every later payment.
  if (step === 'failed' && error?.code === 'CARD_DECLINED' && addedId) {
    yield put(cardDeleteRequested({ cardId: addedId, isSilent: true }));
  }
}

function* checkoutSaga() {
  for (const saga of [cardsSaga, couponSaga, emailCheckSaga, performerSaga, taxSaga]) yield fork(saga);
  yield takeEvery(intentOpened, prepare);
  yield takeEvery([checkout.paymentFailed, cardAddFailed], offerToKeep);
  yield takeLeading(
    [checkout.paymentRequested, checkout.cardPaymentRequested, checkout.retryRequested, checkout.paymentSought],
    function* (action) {
      yield put(checkout.attemptBegun());
      try {
        yield* carryOn(action);
      } finally {
        yield put(checkout.attemptEnded());
      }
    },
  );
  yield takeEvery(checkout.paymentAbandoned, function* startOver() {
    forgetPayment((yield* selectState(checkout.selectCheckout)).key);
    yield put(checkout.paymentReopened());
  });
  yield takeEvery(intentClosed, function* leave() {
    const { key, step, isAnswering, attempt } = yield* selectState(checkout.selectCheckout);
    // The server gives up a subscription that waits for its bank when another one is paid; a top-up stands beside others.
    const isGivenUp = step === 'bank' && !isAnswering && attempt[0]?.kind !== 'topUp';
    if (isGivenUp) forgetPayment(key);
    else markPaymentLeft(key);
  });
  // The feature itself came because something was wanted: that intent is older than these listeners.
  const intent = yield* selectState(selectIntent);
  const started = yield* selectState(selectStartedAttempt);
  if (intent && (yield* selectState(selectIsCheckoutOpen))) yield put(intentOpened(intent, started));
}

const reducer = combineReducers({
  payment: checkout.checkoutSlice.reducer,
  cards: cardsSlice.reducer,
  cardForm: cardFormSlice.reducer,
  coupon: couponSlice.reducer,
  email: emailCheckSlice.reducer,
  performer: performerSlice.reducer,
  taxRates: taxReducer,
});

declare module '@/store/state' {
  interface StoreState {
    checkout: ReturnType<typeof reducer>;
  }
}

/** The money sheets: prices, cards, payments and the bank's question. */
export const checkoutFeature: Feature = {
  name: 'checkout',
  reducer,
  saga: checkoutSaga,
  socket: paymentSocket,
};
