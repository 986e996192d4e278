import { call, delay, fork, put, take, takeEvery } from 'redux-saga/effects';
import { settingsRoutes } from '@contract/site/settings-routes';
import { callEndpoint, callUnknown, fromContext, selectState, serverBecameUnreachable } from '@/store/call-endpoint';
import { ApiError, isUnreachable } from '@/services/api-error';
import { unknownCallStore } from '@/services/storage';
import { selectSupportsCall } from '@/store/backend';
import type { Feature } from '@/store/feature';
import {
  partFailed,
  selectToasts,
  serverBecameReachable,
  toastClosed,
  toastShown,
  uiSlice,
  type ToastNotice,
} from './ui-slice';

/** How long a notice is shown, and an undo offered. ux.md G-6. */
const TOAST_MS = 5_000;

function* closeLater({ id }: ToastNotice) {
  yield delay(TOAST_MS);
  yield put(toastClosed(id));
}

/** Maximum per page, because a failed part fails again with each retry. */
const MAX_REPORTS = 5;

function createReporter() {
  const reported = new Set<string>();
  return function* report({ payload: { part, message, stack } }: ReturnType<typeof partFailed>) {
    const key = `${part} ${message}`;
    if (reported.has(key) || reported.size >= MAX_REPORTS) return;
    reported.add(key);
    if (!(yield* selectState(selectSupportsCall(settingsRoutes.reportPageFailure)))) return;
    try {
      yield* callEndpoint(settingsRoutes.reportPageFailure, {
        body: {
          part: part.slice(0, 100),
          message: message.slice(0, 500) || 'unknown',
          path: window.location.pathname.slice(0, 300),
          stack: stack.slice(0, 4000),
        },
      });
    } catch {
      // The error is in the browser's console anyway.
    }
  };
}

/** Interval between polls of an unreachable server, which increases from `first` to `longest`. */
const POLL_MS = { first: 1_000, longest: 10_000 };
/** If the server is lost again within this time, polling continues at the slower pace. */
const STABLE_AFTER_MS = 30_000;

function* pollLostServer(): Generator {
  let wait = POLL_MS.first;
  let foundAt = -Infinity;
  while (true) {
    if (!(yield* selectState((state) => state.ui.isServerLost))) yield take(serverBecameUnreachable);
    if (Date.now() - foundAt > STABLE_AFTER_MS) wait = POLL_MS.first;
    do {
      yield delay(wait);
      wait = Math.min(wait * 2, POLL_MS.longest);
    } while (!(yield* canReachServer()));
    foundAt = Date.now();
    yield put(serverBecameReachable());
  }
}

/** Any response counts, even an error. */
function* canReachServer(): Generator<unknown, boolean> {
  const callApi = yield* fromContext('callApi');
  try {
    yield call(() => callApi(settingsRoutes.getSettings));
    return true;
  } catch (error) {
    return error instanceof ApiError && !isUnreachable(error);
  }
}

function* uiSaga() {
  yield* saveUnknownCalls();
  yield takeEvery(partFailed, createReporter());
  yield fork(pollLostServer);
  for (const notice of yield* selectState(selectToasts)) yield fork(closeLater, notice);
  yield takeEvery(toastShown, ({ payload }) => closeLater(payload));
}

/** Saved for the pages of this tab, so that they do not repeat unsupported calls. */
function* saveUnknownCalls(): Generator {
  for (const name of unknownCallStore.read() ?? []) yield put(callUnknown(name));
  yield takeEvery(callUnknown, function* () {
    unknownCallStore.write(yield* selectState(({ ui }) => ui.unknownCalls));
  });
}

export const uiFeature: Feature = {
  name: 'ui',
  reducer: uiSlice.reducer,
  outlivesSession: true,
  browserSaga: uiSaga,
};
