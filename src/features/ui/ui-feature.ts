import { delay, put, takeEvery } from 'redux-saga/effects';
import type { Feature } from '@/store/feature';
import { toastClosed, toastShown, uiSlice } from './ui-slice';

/** Milliseconds a notice stays; one with a button stays as long as an undo is offered. ux.md G-6. */
const toastMs = 5_000;

function* closeLater({ payload }: ReturnType<typeof toastShown>) {
  yield delay(toastMs);
  yield put(toastClosed(payload.id));
}

function* uiSaga() {
  yield takeEvery(toastShown, closeLater);
}

/** Notices, connection state: what is on screen but on no server. */
export const uiFeature: Feature = { name: 'ui', reducer: uiSlice.reducer, saga: uiSaga };
