import { delay, fork, put, takeEvery } from 'redux-saga/effects';
import { selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { selectToasts, toastClosed, toastShown, uiSlice, type ToastNotice } from './ui-slice';

/** Milliseconds a notice stays; one with a button stays as long as an undo is offered. ux.md G-6. */
const toastMs = 5_000;

function* closeLater({ id }: ToastNotice) {
  yield delay(toastMs);
  yield put(toastClosed(id));
}

/** In the browser only: on the server nobody looks, and the page would wait for it. */
function* closeNotices() {
  if (typeof window === 'undefined') return;
  for (const notice of yield* selectState(selectToasts)) yield fork(closeLater, notice);
  yield takeEvery(toastShown, ({ payload }) => closeLater(payload));
}

/** Notices, connection state: what is on screen but on no server. */
export const uiFeature: Feature = { name: 'ui', reducer: uiSlice.reducer, saga: closeNotices };
