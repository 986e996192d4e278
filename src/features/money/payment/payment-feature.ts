import { put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import { walletRoutes } from '@contract/money/wallet-routes';
import { toFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { itemUnlocked, performerTipped, walletToppedUp } from '@/store/intents';
import { exportList } from './payment-export';
import * as payment from './payment-slice';
import { loadLines } from './wallet-lines-saga';

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

/** The lines on screen follow what is bought. */
function* refreshLines() {
  const { status, query } = yield* selectState(payment.selectLines);
  if (status !== 'idle') yield put(payment.linesRequested(query));
}

/** What was paid: by card, from the wallet. */
export const paymentFeature: Feature = {
  name: 'payment',
  reducer: payment.paymentSlice.reducer,
  *saga() {
    yield takeLatest(payment.chargesRequested, loadCharges);
    yield takeLatest(payment.transactionsRequested, loadTransactions);
    yield takeLatest(payment.linesRequested, loadLines);
    yield takeEvery([walletToppedUp, itemUnlocked, performerTipped], refreshLines);
    yield takeLeading(payment.exportRequested, exportList);
  },
  resync: ({ payment: { lines } }) => (lines.status === 'idle' ? [] : [payment.linesRequested(lines.query)]),
};
