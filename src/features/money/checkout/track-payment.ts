import type { Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { call, delay, join, put, race, spawn, take } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { isNotFound } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';
import * as checkout from './checkout-slice';
import { intentClosed, selectIntent, selectIsCheckoutOpen } from './intent-feature';
import type { Transaction } from './purchase';
import { forgetPayment } from './started-payment';

/** The sheet that somebody pressed in, whose key marks its calls. It leaves with its page, and another may be open by then. */
export type PaySheet = ReturnType<typeof selectSheet>;

export const selectSheet = (state: StoreState) => ({
  key: state.checkout.payment.key,
  intent: selectIntent(state),
  /** Who pays. */
  userId: selectCurrentUser(state)?._id,
});

/** Whether no other sheet was opened since, and this one has not come to its end. */
function* isCurrent({ key }: PaySheet): Generator<unknown, boolean> {
  return (yield* selectState(checkout.selectCheckout)).key === key;
}

/** Whether its payer has closed it, or is in another one. */
export function* isSheetClosed(sheet: PaySheet): Generator<unknown, boolean> {
  return !(yield* selectState(selectIsCheckoutOpen)) || !(yield* isCurrent(sheet));
}

/** Says something in this sheet; nothing in another one that stands in its place. An end needs no note any more. */
export function* putIfCurrent(sheet: PaySheet, action: Action) {
  if (checkout.isEnd(action)) forgetPayment(sheet.key);
  if (yield* isCurrent(sheet)) yield put(action);
}

/** What the socket says of payments: whoever follows one looks how it stands. */
export const paymentSocket = {
  stripe_confirm_payment: () => checkout.paymentEventReceived(),
  payment_status_callback: () => checkout.paymentEventReceived(),
};

/** Milliseconds between two looks at a payment that goes on: events of the socket may be missed. */
const POLL_INTERVAL_MS = 4_000;
/** Until the socket says something of a payment, or for a while. */
export const untilNextPoll = () => race([take(checkout.paymentEventReceived), delay(POLL_INTERVAL_MS)]);

/** Looks at a payment that says nothing new until the payer is told that it takes long. */
const SLOW_AFTER_POLLS = 5;

/**
 * One own payment as it stands, by id or by the eight-character reference of a return address. Servers that lack the call
 * are asked for the list instead.
 *
 * @throws ApiError 404 when there is no such payment.
 */
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

/** Answers the sandbox bank's question. @throws ApiError CARD_DECLINED. */
export function answerBank(transaction: Transaction, outcome: 'approve' | 'refuse') {
  return callEndpoint(
    paymentRoutes.confirmPayment,
    { params: { id: transaction._id }, body: { outcome } },
    { idempotencyKey: `${transaction._id}-${outcome}` },
  );
}

const ends: readonly string[] = ['success', 'fail', 'canceled', 'refunded'] satisfies Transaction['status'][];

/** Whether a payment has come to its end. A word that nobody here knows says nothing of it: it is asked about again. */
export const isFinal = ({ status }: Transaction): boolean => ends.includes(status);

/**
 * Follows a payment to its end: through the bank's question, and while it is being worked on.
 *
 * @returns null when the payer closed the sheet meanwhile.
 * @throws ApiError CARD_DECLINED when the bank refuses.
 */
export function* trackPayment(sheet: PaySheet, first: Transaction): Generator<unknown, Transaction | null> {
  let transaction = first;
  let bank: Task | undefined;
  for (let looks = 1; !isFinal(transaction); looks += 1) {
    yield* putIfCurrent(sheet, checkout.transactionSeen(transaction));
    // Its payer may have left while the bank's answer was on its way.
    if (yield* isSheetClosed(sheet)) return null;
    // Once for each payment. Detached: the window stays with its bank when the sheet is closed.
    const secret = bank ? undefined : yield* bankSecretOf(transaction);
    if (secret) bank = (yield spawn(askBank, secret)) as Task;
    // The payer is heard at any time, also while an answer about the payment is on its way.
    const { answer, left, seen, refused } = (yield race({
      answer: take(checkout.bankAnswered),
      left: take(intentClosed),
      seen: call(pollTransaction, transaction, looks),
      ...(bank && { refused: call(refusalOf, bank) }),
    })) as {
      answer?: ReturnType<typeof checkout.bankAnswered>;
      left?: object;
      seen?: Transaction;
      refused?: string;
    };
    if (left) return null;
    if (refused !== undefined) return { ...transaction, status: 'fail', failureReason: refused };
    if (answer) {
      yield put(checkout.bankAnswerSent());
      transaction = yield* answerBank(transaction, answer.payload);
    } else if (seen) transaction = seen;
  }
  yield* putIfCurrent(sheet, checkout.transactionSeen(transaction));
  return transaction;
}

interface BankSecret {
  key: string;
  clientSecret: string;
}

/** What Stripe's window needs, where a payment waits for its bank and the backend's Stripe is a real one. */
function* bankSecretOf({ status, stripeClientSecret }: Transaction): Generator<unknown, BankSecret | undefined> {
  if (status !== 'require_authentication' || !stripeClientSecret) return undefined;
  const { stripePublishableKey, sandboxParts } = yield* selectState(selectSettings);
  if (!stripePublishableKey || sandboxParts?.includes('payment')) return undefined;
  return { key: stripePublishableKey, clientSecret: stripeClientSecret };
}

/**
 * Lets the bank ask. Where Stripe's window does not come, the payment is waited for all the same: the bank may ask in its own
 * app.
 *
 * @returns why it refused; undefined where it agreed, or nobody knows.
 */
function* askBank({ key, clientSecret }: BankSecret): Generator<unknown, string | undefined> {
  try {
    const { confirmAtBank } = (yield call(loadStripeCard)) as Awaited<ReturnType<typeof loadStripeCard>>;
    const refusal = (yield call(confirmAtBank, key, clientSecret)) as string | undefined;
    if (refusal === undefined) yield put(checkout.paymentEventReceived());
    return refusal;
  } catch {
    return undefined;
  }
}

/** Ends with the bank's refusal, and not at all without one: how the payment stands the backend tells. */
function* refusalOf(bank: Task): Generator<unknown, string> {
  const refusal = (yield join(bank)) as string | undefined;
  if (refusal !== undefined) return refusal;
  return (yield new Promise(() => undefined)) as never;
}

const loadStripeCard = () => import('@/services/stripe-card');

/** Looks once the socket says something, or after a while. @param looks how many there were, this one included. */
function* pollTransaction(transaction: Transaction, looks: number): Generator<unknown, Transaction> {
  yield untilNextPoll();
  if (looks === SLOW_AFTER_POLLS) yield put(checkout.paymentSlowed());
  try {
    return yield* fetchTransaction(transaction._id);
  } catch {
    // It changes nothing: the next look tells.
    return transaction;
  }
}
