import { all, call, put, takeLatest } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/payment-routes';
import { walletRoutes } from '@contract/wallet-routes';
import { toFailure } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { itemUnlocked, performerTipped, walletToppedUp } from '@/store/intents';
import * as payment from './payment-slice';

/** Lines of the wallet page. */
const lastLines = 8;

function* loadCharges({ payload: query }: ReturnType<typeof payment.chargesRequested>) {
  try {
    const { data, total } = yield* callEndpoint(walletRoutes.listCharges, {
      query: { limit: payment.rowsPerPage, ...query },
    });
    yield put(payment.chargesLoaded({ rows: data, total }));
  } catch (error) {
    yield put(payment.chargesFailed(toFailure(error)));
  }
}

function* loadTransactions({ payload: query }: ReturnType<typeof payment.transactionsRequested>) {
  try {
    const { data, total } = yield* callEndpoint(paymentRoutes.searchTransactions, {
      query: { limit: payment.rowsPerPage, ...query },
    });
    yield put(payment.transactionsLoaded({ rows: data, total }));
  } catch (error) {
    yield put(payment.transactionsFailed(toFailure(error)));
  }
}

const newCharges = () => callEndpoint(walletRoutes.listCharges, { query: { limit: lastLines } });
const newTopUps = () =>
  callEndpoint(paymentRoutes.searchTransactions, { query: { limit: lastLines, target: 'token_package' } });

const dateOf = (movement: payment.Movement) =>
  movement.kind === 'in' ? movement.transaction.createdAt : movement.charge.createdAt;

function* loadMovements() {
  try {
    const [charges, topUps] = (yield all([call(newCharges), call(newTopUps)])) as [
      { data: payment.Charge[] },
      { data: payment.Transaction[] },
    ];
    const rows: payment.Movement[] = [
      ...charges.data.map((charge) => ({ kind: 'out' as const, charge })),
      ...topUps.data.map((transaction) => ({ kind: 'in' as const, transaction })),
    ];
    rows.sort((a, b) => dateOf(b).localeCompare(dateOf(a)));
    yield put(payment.movementsLoaded(rows.slice(0, lastLines)));
  } catch (error) {
    yield put(payment.movementsFailed(toFailure(error)));
  }
}

/** What was paid: by card, from the wallet. */
export const paymentFeature: Feature = {
  name: 'payment',
  reducer: payment.paymentSlice.reducer,
  *saga() {
    yield takeLatest(payment.chargesRequested, loadCharges);
    yield takeLatest(payment.transactionsRequested, loadTransactions);
    yield takeLatest([payment.movementsRequested, walletToppedUp, itemUnlocked, performerTipped], loadMovements);
  },
  resync: ({ payment: { movements } }) => (movements.status === 'idle' ? [] : [payment.movementsRequested()]),
};
