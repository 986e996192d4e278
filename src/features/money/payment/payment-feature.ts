import { fork, takeEvery, takeLeading } from 'redux-saga/effects';
import type { Feature } from '@/store/feature';
import { itemUnlocked, performerTipped, walletToppedUp } from '@/store/intents';
import { exportList } from './payment-export';
import { charges, exportRequested, lines, paymentReducer, transactions } from './payment-slice';

/** What was paid: by card, from the wallet. The lines on screen follow what is bought. */
export const paymentFeature: Feature = {
  name: 'payment',
  reducer: paymentReducer,
  *saga() {
    for (const list of [charges, transactions, lines]) yield fork(list.saga);
    yield takeEvery([walletToppedUp, itemUnlocked, performerTipped], lines.refresh);
    yield takeLeading(exportRequested, exportList);
  },
  resync: ({ payment }) => (payment.lines.status === 'idle' ? [] : [lines.requested(payment.lines.query)]),
};
