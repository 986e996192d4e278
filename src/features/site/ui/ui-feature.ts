import { call, delay, fork, put, take, takeEvery } from 'redux-saga/effects';
import { settingsRoutes } from '@contract/site/settings-routes';
import { callEndpoint, callUnknown, fromContext, selectState, serverBecameUnreachable } from '@/store/call-endpoint';
import { ApiError, isUnreachable } from '@/services/api-error';
import { unknownCallStore } from '@/services/storage';
import { selectSupportsCall } from '@/store/backend';
import type { Feature } from '@/store/feature';
import { partFailed, selectToasts, serverFound, toastClosed, toastShown, uiSlice, type ToastNotice } from './ui-slice';

/** Milliseconds a notice stays; one with a button stays as long as an undo is offered. ux.md G-6. */
const toastMs = 5_000;

function* closeLater({ id }: ToastNotice) {
  yield delay(toastMs);
  yield put(toastClosed(id));
}

/** Reports a page sends at most: what fails fails again with each retry. */
const maxReports = 5;

function createReporter() {
  const told = new Set<string>();
  return function* report({ payload: { part, message, stack } }: ReturnType<typeof partFailed>) {
    const key = `${part} ${message}`;
    if (told.has(key) || told.size >= maxReports) return;
    told.add(key);
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
      // The browser's own console has it; the reader has the retry.
    }
  };
}

/** Milliseconds between two looks for a server that does not answer: the first, the longest. */
const lookMs = { first: 1_000, longest: 10_000 };
/** Milliseconds after which a server that was found again counts as well: lost before, it is looked for less often. */
const wellMs = 30_000;

/** Looks for a server that was lost until it answers, so that what failed meanwhile can be asked for again. */
function* lookForServer(): Generator {
  let wait = lookMs.first;
  let foundAt = -Infinity;
  while (true) {
    if (!(yield* selectState((state) => state.ui.isServerLost))) yield take(serverBecameUnreachable);
    if (Date.now() - foundAt > wellMs) wait = lookMs.first;
    do {
      yield delay(wait);
      wait = Math.min(wait * 2, lookMs.longest);
    } while (!(yield* isServerThere()));
    foundAt = Date.now();
    yield put(serverFound());
  }
}

/** Any answer counts, a refusal as well. */
function* isServerThere(): Generator<unknown, boolean> {
  const callApi = yield* fromContext('callApi');
  try {
    yield call(() => callApi(settingsRoutes.getSettings));
    return true;
  } catch (error) {
    return error instanceof ApiError && !isUnreachable(error);
  }
}

function* uiSaga() {
  yield* rememberUnknownCalls();
  yield takeEvery(partFailed, createReporter());
  yield fork(lookForServer);
  for (const notice of yield* selectState(selectToasts)) yield fork(closeLater, notice);
  yield takeEvery(toastShown, ({ payload }) => closeLater(payload));
}

/** What the backend was found not to serve is not tried again by the next page of this tab. */
function* rememberUnknownCalls(): Generator {
  for (const name of unknownCallStore.read() ?? []) yield put(callUnknown(name));
  yield takeEvery(callUnknown, function* () {
    unknownCallStore.write(yield* selectState(({ ui }) => ui.unknownCalls));
  });
}

/** Notices, connection state: what is on screen but on no server. */
export const uiFeature: Feature = {
  name: 'ui',
  reducer: uiSlice.reducer,
  outlivesSession: true,
  browserSaga: uiSaga,
};
