import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import { failureShown } from '@/features/site/ui/ui-slice';
import { saveFrom } from '@/services/save-file';
import { isUnknownAddress, type ApiFailure } from '@/services/api-error';
import { selectSupportsCall } from '@/store/backend';
import type { StoreState } from '@/store/state';
import { put, takeLatest, takeLeading } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';

export type Receipt = EndpointData<'getReceipt'>;

export interface ReceiptState {
  id: string;
  receipt: Receipt | null;
  status: 'idle' | 'pending' | 'ready' | 'missing' | 'failed';
  error: ApiFailure | null;
  isSaving: boolean;
}

declare module '@/store/state' {
  interface StoreState {
    receipt: ReceiptState;
  }
}

const initialState: ReceiptState = { id: '', receipt: null, status: 'idle', error: null, isSaving: false };

const receiptSlice = createSlice({
  name: 'receipt',
  initialState,
  reducers: {
    receiptRequested(_state, { payload }: PayloadAction<string>) {
      return { ...initialState, id: payload, status: 'pending' };
    },
    receiptLoaded(state, { payload }: PayloadAction<Receipt>) {
      state.receipt = payload;
      state.status = 'ready';
    },
    receiptFailed(state, { payload }: PayloadAction<ApiFailure>) {
      // The server sends the same errors for another account's receipt as for a missing one or a malformed id.
      state.status = isUnknownAddress(payload) ? 'missing' : 'failed';
      state.error = payload;
    },
    receiptFileRequested(state) {
      state.isSaving = true;
    },
    receiptFileEnded(state) {
      state.isSaving = false;
    },
  },
});

const { receiptLoaded, receiptFailed, receiptFileEnded } = receiptSlice.actions;
export const { receiptRequested, receiptFileRequested } = receiptSlice.actions;
export const selectReceipt = (state: StoreState) => state.receipt;
export const selectHasReceiptFile = selectSupportsCall(paymentRoutes.getReceiptFile);

const load = withFailure(function* load({ payload: id }: ReturnType<typeof receiptRequested>) {
  yield put(receiptLoaded(yield* callEndpoint(paymentRoutes.getReceipt, { params: { id } })));
}, receiptFailed);

function* fetchFile() {
  const { id } = yield* selectState(selectReceipt);
  const { url } = yield* callEndpoint(paymentRoutes.getReceiptFile, { params: { id } });
  saveFrom(url);
  yield put(receiptFileEnded());
}

export const receiptFeature: Feature = {
  name: 'receipt',
  reducer: receiptSlice.reducer,
  *saga() {
    yield takeLatest(receiptRequested, load);
  },
  *browserSaga() {
    yield takeLeading(
      receiptFileRequested,
      withFailure(fetchFile, (failure) => [failureShown(failure), receiptFileEnded()]),
    );
  },
};
