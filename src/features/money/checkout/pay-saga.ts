import type { Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { join, put, race, spawn, take, takeEvery, takeLeading } from 'redux-saga/effects';
import { currentUserRequested, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { isUnreachable, toFailure } from '@/services/api-error';
import { selectHasExtension } from '@/store/backend';
import { selectState } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';
import { selectCardForm } from './card-form-slice';
import { saveCard } from './cards-saga';
import { cardDeleteRequested, type Card } from './cards-slice';
import { intentClosed, intentOpened, selectIntent } from './intent-feature';
import * as payment from './payment-slice';
import type { Attempt, Receipt } from './payment-slice';
import { findObstacle } from './price-check';
import { withCard, type KnownPaymentIds } from './purchase';
import { listKnownPaymentIds } from './purchase-calls';
import { deleteStartedPayment, markPaymentLeft, recordStartedPayment } from './started-payment';
import { recoverOutcome, submitPurchase } from './submit-purchase';
import { isSheetClosed } from './track-payment';

/** Payer and intent at the time of the press: another sheet may be open when the response arrives. */
type Payer = ReturnType<typeof selectPayer>;
const selectPayer = (state: StoreState) => ({ intent: selectIntent(state), userId: selectCurrentUser(state)?._id });

export function* paySaga() {
  yield takeLeading(
    [payment.paymentRequested, payment.cardPaymentRequested, payment.retryRequested, payment.recoveryRequested],
    function* run(action) {
      yield put(payment.runStarted());
      try {
        yield* handlePress(action);
      } finally {
        yield put(payment.runEnded());
      }
    },
  );
  yield takeEvery(intentOpened, recoverStartedPayment);
  yield takeEvery(payment.isFinalAction, ({ payload }) => deleteStartedPayment(payload.key));
  yield takeEvery(intentClosed, handleSheetClosed);
}

function* handlePress(action: Action) {
  const payer = yield* selectState(selectPayer);
  const state = yield* selectState(payment.selectPayment);
  if (state.step === 'unknown' && payment.retryRequested.match(action)) {
    yield* payAttempt(payer, state.attempt, state.before);
  } else if ((state.step === 'unknown' || state.step === 'recovering') && payment.recoveryRequested.match(action)) {
    yield* recoverPayment(state.attempt, state.before);
  } else if (state.step === 'choosing' && payment.paymentRequested.match(action)) {
    const attempt = payment.toAttempt(state.key, action.payload);
    if (attempt) yield* payAttempt(payer, attempt);
  } else if (state.step === 'choosing' && payment.cardPaymentRequested.match(action)) {
    yield* payWithNewCard(payer, state.key, action.payload);
  }
}

function* payWithNewCard(
  payer: Payer,
  key: string,
  { card, purchases }: ReturnType<typeof payment.cardPaymentRequested>['payload'],
) {
  // Spawned, so that closing the sheet cancels only the payment: the card is still saved.
  const saving = (yield spawn(saveCard, card)) as Task;
  const { saved } = (yield race({ saved: join(saving), left: take([intentClosed, intentOpened]) })) as {
    saved?: Card | null;
  };
  if (!saved) return;
  const attempt = payment.toAttempt(
    key,
    purchases.map((purchase) => withCard(purchase, saved.token)),
  );
  if (attempt) yield* payAttempt(payer, attempt);
  const state = yield* selectState(payment.selectPayment);
  const isDeclined = state.step === 'failed' && state.attempt.key === key && state.reason.code === 'CARD_DECLINED';
  const { addedId } = yield* selectState(selectCardForm);
  // A saved card that was declined would be preselected for every later payment.
  if (isDeclined && addedId) yield put(cardDeleteRequested({ cardId: addedId, isSilent: true }));
}

/**
 * Pays the purchases in order and never repeats a call automatically: after a lost response it reads the payment history. With
 * the key, the payer can safely repeat a call if the backend honors keys. Promises M-18.
 * @param before for a repeat: the payment ids known before the first call, which may have succeeded.
 */
function* payAttempt(payer: Payer, first: Attempt, before: KnownPaymentIds | null = null) {
  const { key } = first;
  for (let attempt: Attempt | null = first; attempt; attempt = payment.toNextAttempt(attempt)) {
    yield put(payment.paymentStarted({ attempt }));
    const receipt: Receipt | null = yield* payFirstPurchase(payer, attempt, attempt === first ? before : null);
    if (!receipt) return;
    // A repeat gets the reply to the first call, whose balance is outdated.
    if (before) yield put(currentUserRequested());
    if (attempt.next.length === 0) yield put(payment.paymentDone({ key, receipt }));
  }
}

function* payFirstPurchase(
  payer: Payer,
  attempt: Attempt,
  sent: KnownPaymentIds | null,
): Generator<unknown, Receipt | null> {
  const { key } = attempt;
  const honoursKeys = yield* selectState(selectHasExtension('idempotencyKeys'));
  if (sent && !honoursKeys) {
    yield put(payment.outcomeUnknown({ key, before: sent }));
    return null;
  }
  const before = sent ?? (yield* fetchKnownPaymentIds(attempt));
  if (!before) return null;
  const obstacle = yield* findObstacle(attempt, sent !== null);
  if (obstacle?.kind === 'repriced') {
    yield put(payment.formReopened({ key, change: { kind: 'price', price: obstacle.price } }));
  } else if (obstacle) {
    yield put(payment.paymentFailed({ key, reason: obstacle.failure }));
  }
  if (obstacle) return null;
  const { intent, userId } = payer;
  // Recorded before the call, in case the page is reloaded.
  if (intent && userId) {
    const isLeft = yield* isSheetClosed(key);
    recordStartedPayment({ userId, key, intent, attempt: payment.toPurchases(attempt), before, isLeft }, Date.now());
  }
  return yield* submitPurchase(attempt, before, honoursKeys);
}

/** @returns null if the payment history cannot be read; then nothing is sent. */
function* fetchKnownPaymentIds({ key, purchase }: Attempt): Generator<unknown, KnownPaymentIds | null> {
  try {
    return yield* listKnownPaymentIds(purchase);
  } catch (error) {
    const failure = toFailure(error);
    const message = isUnreachable(failure) ? 'The site cannot be reached right now.' : failure.message;
    yield put(payment.paymentFailed({ key, reason: { ...failure, message } }));
    return null;
  }
}

function* recoverStartedPayment({ payload: { key, started } }: ReturnType<typeof intentOpened>) {
  if (!started) return;
  while (yield* selectState(payment.selectIsRunning)) yield take(payment.runEnded);
  const state = yield* selectState(payment.selectPayment);
  if (state.step === 'recovering' && state.attempt.key === key) yield put(payment.recoveryRequested());
}

/** Looks for the outcome of an earlier payment. Makes no call that moves money. */
function* recoverPayment(attempt: Attempt, before: KnownPaymentIds) {
  const { key } = attempt;
  yield put(payment.recoveryStarted({ key }));
  const receipt = yield* recoverOutcome(attempt, before);
  if (!receipt) return;
  yield put(attempt.next.length > 0 ? payment.topUpRecovered({ key }) : payment.paymentDone({ key, receipt }));
}

function* handleSheetClosed() {
  const state = yield* selectState(payment.selectPayment);
  if (!('attempt' in state)) return;
  const { key, purchase } = state.attempt;
  // When another subscription is paid, the backend drops one that waits for the bank; a top-up is kept.
  const isGivenUp = state.step === 'bank' && !state.isAnswered && purchase.kind !== 'topUp';
  if (isGivenUp) deleteStartedPayment(key);
  else markPaymentLeft(key);
}
