import { put, takeLatest } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import { toFailure } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { receiptFailed, receiptLoaded, receiptRequested, receiptSlice } from './receipt-slice';

function* load({ payload: id }: ReturnType<typeof receiptRequested>) {
  try {
    yield put(receiptLoaded(yield* callEndpoint(paymentRoutes.getReceipt, { params: { id } })));
  } catch (error) {
    yield put(receiptFailed(toFailure(error)));
  }
}

/** The receipt of one payment, from the wallet or by card. */
export const receiptFeature: Feature = {
  name: 'receipt',
  reducer: receiptSlice.reducer,
  *saga() {
    yield takeLatest(receiptRequested, load);
  },
};
