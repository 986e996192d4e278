import type { Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { call, delay, join, put, race, spawn, take } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import { isNotFound } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { askBank, findStripeKey } from './bank-window';
import { intentClosed, selectIsCheckoutOpen } from './intent-feature';
import * as payment from './payment-slice';
import type { Transaction } from './purchase';

function* isCurrent(key: string | null): Generator<unknown, boolean> {
  return (yield* selectState(payment.selectKey)) === key;
}

/** Also true if another sheet was opened. */
export function* isSheetClosed(key: string): Generator<unknown, boolean> {
  return !(yield* selectState(selectIsCheckoutOpen)) || !(yield* isCurrent(key));
}

/** Dispatches an action without a key only if its attempt is the current one: another sheet must not show it. */
export function* putIfCurrent(key: string | null, action: Action) {
  if (yield* isCurrent(key)) yield put(action);
}

export const paymentSocket = {
  stripe_confirm_payment: () => payment.paymentEventReceived(),
  payment_status_callback: () => payment.paymentEventReceived(),
};

/** Needed because socket events can be missed. */
const POLL_INTERVAL_MS = 4_000;
export const waitForNextPoll = () => race([take(payment.paymentEventReceived), delay(POLL_INTERVAL_MS)]);

const SLOW_AFTER_POLLS = 5;

/** @param idOrReference id, or the eight-character reference in a return URL. @throws ApiError 404 if there is none. */
export function* fetchTransaction(idOrReference: string): Generator<unknown, Transaction> {
  try {
    return yield* callEndpoint(paymentRoutes.getTransaction, { params: { id: idOrReference } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const { data } = yield* callEndpoint(paymentRoutes.searchTransactions, { query: { limit: 50 } });
    const found = data.find(({ _id }) => _id.endsWith(idOrReference.toLowerCase()));
    if (!found) throw error;
    return found;
  }
}

/** Answers the sandbox's bank. @throws ApiError CARD_DECLINED */
export function submitBankAnswer(transaction: Transaction, outcome: 'approve' | 'refuse') {
  return callEndpoint(
    paymentRoutes.confirmPayment,
    { params: { id: transaction._id }, body: { outcome } },
    { idempotencyKey: `${transaction._id}-${outcome}` },
  );
}

const FINAL_STATUSES: readonly string[] = ['success', 'fail', 'canceled', 'refunded'] satisfies Transaction['status'][];

/** A status that this version does not know counts as not final. */
export const isFinal = ({ status }: Transaction): boolean => FINAL_STATUSES.includes(status);

/** @returns null if the payer closed the sheet. @throws ApiError CARD_DECLINED if the bank refuses. */
export function* trackPayment(key: string, first: Transaction): Generator<unknown, Transaction | null> {
  let transaction = first;
  let bank: Task | undefined;
  for (let polls = 1; !isFinal(transaction); polls += 1) {
    if (transaction.status === 'require_authentication') yield put(payment.bankRequested({ key, transaction }));
    if (yield* isSheetClosed(key)) return null;
    // Only one bank window per payment. Spawned, because the window outlives the sheet.
    const secret = bank ? undefined : yield* findBankSecret(transaction);
    if (secret) bank = (yield spawn(openBankChallenge, secret)) as Task;
    // A race, so that the payer can answer or leave even during a poll.
    const { answer, left, polled, refusal } = (yield race({
      answer: take(payment.bankAnswered),
      left: take(intentClosed),
      polled: call(pollPayment, key, { transaction, isSlow: polls === SLOW_AFTER_POLLS }),
      ...(bank && { refusal: call(waitForRefusal, bank) }),
    })) as {
      answer?: ReturnType<typeof payment.bankAnswered>;
      left?: object;
      polled?: Transaction;
      refusal?: string;
    };
    if (left) return null;
    if (refusal !== undefined) return { ...transaction, status: 'fail', failureReason: refusal };
    if (answer) {
      yield put(payment.bankAnswerSent({ key }));
      transaction = yield* submitBankAnswer(transaction, answer.payload);
    } else if (polled) transaction = polled;
  }
  return transaction;
}

interface BankSecret {
  key: string;
  secret: string;
}

/** Undefined unless the payment waits for its bank and the backend uses the real Stripe. */
function* findBankSecret({ status, stripeClientSecret }: Transaction): Generator<unknown, BankSecret | undefined> {
  if (status !== 'require_authentication' || !stripeClientSecret) return undefined;
  const key = yield* findStripeKey();
  return key === undefined ? undefined : { key, secret: stripeClientSecret };
}

/** @returns the text of a refusal, else undefined. Ignores failures, because the bank can also ask in its own app. */
function* openBankChallenge(secret: BankSecret): Generator<unknown, string | undefined> {
  try {
    const refusal = yield* askBank('payment', secret);
    if (refusal === undefined) yield put(payment.paymentEventReceived());
    return refusal;
  } catch {
    return undefined;
  }
}

/** Ends only with a refusal: every other outcome comes from the backend. */
function* waitForRefusal(bank: Task): Generator<unknown, string> {
  const refusal = (yield join(bank)) as string | undefined;
  if (refusal !== undefined) return refusal;
  return (yield new Promise(() => undefined)) as never;
}

function* pollPayment(
  key: string,
  { transaction, isSlow }: { transaction: Transaction; isSlow: boolean },
): Generator<unknown, Transaction> {
  yield waitForNextPoll();
  if (isSlow) yield put(payment.paymentSlowed({ key }));
  try {
    return yield* fetchTransaction(transaction._id);
  } catch {
    return transaction;
  }
}
