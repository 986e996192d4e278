import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { call, delay, fork, put, take, takeEvery, takeLeading } from 'redux-saga/effects';
import { currentUserLoaded, guestDetected, loggedOut, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { askToInstall, watchInstallWay, type InstallWay } from '@/services/install-prompt';
import { forgetNotifications, registerServiceWorker } from '@/services/service-worker';
import { countedVisitStore, installStore } from '@/services/storage';
import { selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { installRequested, installSlice, installWayChanged, selectCanInstall } from './install-slice';

/** An account that comes back is offered to install, once it has looked at the page. */
const FIRST_OFFER_AT_VISIT = 2;
const OFFER_AFTER_MS = 10_000;
const OFFER_AGAIN_MS = 90 * 86_400_000;

function* watchWay() {
  const channel = (yield call(() =>
    eventChannel<{ way: InstallWay | null }>((emit) => watchInstallWay((way) => emit({ way })), buffers.sliding(1)),
  )) as EventChannel<{ way: InstallWay | null }>;
  while (true) yield put(installWayChanged(((yield take(channel)) as { way: InstallWay | null }).way));
}

function countVisit(): void {
  if (countedVisitStore.read()) return;
  countedVisitStore.write('yes');
  const known = installStore.read();
  installStore.write({ ...known, visits: (known?.visits ?? 0) + 1 });
}

function* offerOnce() {
  while (!(yield* selectState(selectIsLoggedIn)) || !(yield* selectState(selectCanInstall)))
    yield take([currentUserLoaded, installWayChanged]);
  yield delay(OFFER_AFTER_MS);
  const { visits, offeredAt } = installStore.read() ?? { visits: 1 };
  const isTooSoon =
    visits < FIRST_OFFER_AT_VISIT || (offeredAt !== undefined && Date.now() - offeredAt < OFFER_AGAIN_MS);
  if (isTooSoon || !(yield* selectState(selectCanInstall)) || !(yield* selectState(selectIsLoggedIn))) return;
  installStore.write({ visits, offeredAt: Date.now() });
  const { siteName } = yield* selectState(selectSettings);
  yield put(toastShown({ text: `Keep ${siteName} on this device`, action: 'Install', onAction: installRequested() }));
}

/** If the browser refuses, the server has still ended the subscription with the session. */
function* forget() {
  yield call(() => forgetNotifications().catch(() => undefined));
}

export const installFeature: Feature = {
  name: 'install',
  reducer: installSlice.reducer,
  outlivesSession: true,
  *browserSaga() {
    countVisit();
    yield fork(watchWay);
    yield fork(offerOnce);
    yield takeLeading(installRequested, function* ask() {
      yield call(askToInstall);
    });
    yield takeEvery([loggedOut, guestDetected], forget);
    if (yield* selectState((state) => state.session.status === 'guest')) yield* forget();
    yield call(registerServiceWorker);
  },
};
