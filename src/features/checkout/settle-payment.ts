import { delay, put, race, take } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/payment-routes';
import { ApiError } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import { bankAnswered, bankAnswerSent, paymentHeard, paymentSlowed, transactionSeen } from './checkout-slice';
import type { Transaction } from './purchase';
import { wishClosed } from './wish-slice';

/** Milliseconds between two looks at a payment that goes on: events of the socket may be missed. */
const lookEveryMs = 4_000;
/** Looks at a payment that says nothing new until the payer is told that it takes long. */
const patientLooks = 5;

/**
 * One own payment as it stands, by id or by the eight-character reference of a return address. Servers that lack the call
 * are asked for the list instead.
 *
 * @throws ApiError 404 when there is no such payment.
 */
export function* readTransaction(idOrReference: string): Generator<unknown, Transaction> {
  try {
    return yield* callEndpoint(paymentRoutes.getTransaction, { params: { id: idOrReference } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
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

const isUnderWay = ({ status }: Transaction) =>
  status === 'created' || status === 'processing' || status === 'require_authentication';

/**
 * Follows a payment to its end: through the bank's question, and while it is being worked on.
 *
 * @returns null when the payer closed the sheet meanwhile.
 * @throws ApiError CARD_DECLINED when the bank refuses.
 */
export function* settlePayment(first: Transaction): Generator<unknown, Transaction | null> {
  let transaction = first;
  for (let looks = 1; isUnderWay(transaction); looks += 1) {
    yield put(transactionSeen(transaction));
    const { answer, left } = (yield race({
      answer: take(bankAnswered),
      heard: take(paymentHeard),
      later: delay(lookEveryMs),
      left: take(wishClosed),
    })) as { answer?: ReturnType<typeof bankAnswered>; left?: object };
    if (left) return null;
    if (answer) {
      yield put(bankAnswerSent());
      transaction = yield* answerBank(transaction, answer.payload);
      continue;
    }
    if (looks === patientLooks) yield put(paymentSlowed());
    transaction = yield* lookAgain(transaction);
  }
  yield put(transactionSeen(transaction));
  return transaction;
}

/** A look that fails changes nothing: the next one tells. */
function* lookAgain(transaction: Transaction): Generator<unknown, Transaction> {
  try {
    return yield* readTransaction(transaction._id);
  } catch {
    return transaction;
  }
}
