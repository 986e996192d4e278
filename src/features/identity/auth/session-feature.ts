import type { Action } from '@reduxjs/toolkit';
import type { Channel } from 'redux-saga';
import {
  actionChannel,
  call,
  delay,
  flush,
  fork,
  put,
  race,
  take,
  takeEvery,
  takeLatest,
  takeLeading,
} from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { authRoutes } from '@contract/identity/auth-routes';
import { NOTICE_PARAMETER, paths, toSafeReturnPath } from '@/config/paths';
import { ApiError, toFailure } from '@/services/api-error';
import { readToken, removeToken } from '@/services/cookies';
import { pickedFilesOwnerStore } from '@/services/storage';
import { withFailure } from '@/store/with-failure';
import {
  callEndpoint,
  callForbidden,
  fromContext,
  readStoredToken,
  selectState,
  sessionCheckRequested,
  unauthorized,
} from '@/store/call-endpoint';
import { siteStateRequested } from '@/features/site/settings/settings-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { getHomePath } from './home-path';
import * as session from './session-slice';
import type { Feature } from '@/store/feature';

/** With an invalid token, the viewer becomes a guest. Drops all data if another tab logged out or switched accounts. */
export function* loadCurrentUser() {
  const cookie = yield* fromContext('cookie');
  const token = yield* readStoredToken();
  const known = yield* selectState(session.selectCurrentUser);
  if (!token) {
    yield put(known ? unauthorized() : session.guestDetected());
    return;
  }
  try {
    // After a logout, the response is outdated.
    const { user } = (yield race({
      user: call(callEndpoint, accountRoutes.getMe, undefined, { token }),
      left: take(session.loggedOut),
    })) as { user?: session.CurrentUser };
    if (!user) return;
    if (known && known._id !== user._id) yield* reloadForOtherAccount();
    else {
      cookie?.adopt(token);
      yield put(session.currentUserLoaded(user));
    }
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403);
    if (!isRefused) yield put(failureShown(toFailure(error)));
    // If the account is still logged in, the 403 came from a gateway, or was for an earlier account.
    else if (!(yield* selectState(session.selectIsLoggedIn))) yield put(session.guestDetected());
  }
}

/** A 403 means an invalid token or a call for another role: loading the account, once for all calls, tells which. */
function* checkSession() {
  const requests = (yield actionChannel(sessionCheckRequested)) as Channel<ReturnType<typeof sessionCheckRequested>>;
  while (true) {
    const names = [((yield take(requests)) as ReturnType<typeof sessionCheckRequested>).payload];
    const before = yield* selectState(session.selectCurrentUser);
    yield* loadCurrentUser();
    const later = (yield flush(requests)) as ReturnType<typeof sessionCheckRequested>[];
    names.push(...later.map(({ payload }) => payload));
    const now = yield* selectState(session.selectCurrentUser);
    if (!now || now._id !== before?._id) continue;
    for (const name of new Set(names)) yield put(callForbidden(name));
  }
}

/** Leaves the login page if another tab has logged in. */
function* refreshCurrentUser() {
  const known = yield* selectState(session.selectCurrentUser);
  yield* loadCurrentUser();
  const user = yield* selectState(session.selectCurrentUser);
  const { pathname, search } = window.location;
  if (known || !user || pathname !== paths.auth.login) return;
  const navigate = yield* fromContext('navigate');
  navigate(toSafeReturnPath(new URLSearchParams(search).get('returnTo')) ?? getHomePath(user), { replace: true });
}

/** Reloads the page, because its forms still contain data of the previous account. */
function* reloadForOtherAccount() {
  yield put(session.loggedOut());
  const address = new URL(window.location.href);
  address.searchParams.set(NOTICE_PARAMETER, session.OTHER_ACCOUNT);
  const navigate = yield* fromContext('navigate');
  navigate(address.pathname + address.search, { isReload: true });
}

/** Another tab may have changed the token cookie: reloads the account when the page becomes visible. */
function* watchToken() {
  const getToken = yield* fromContext('getToken');
  yield takeEvery(siteStateRequested, function* checkStoredToken() {
    if ((yield* readStoredToken()) !== getToken()) yield put(session.currentUserRequested());
  });
}

const loadPickedFileStore = () => import('@/services/picked-file-store');
const loadLogin = () => import('./login-saga');

/** Loads the login code with the first login, because most pages never need it. */
const handleLogin = withFailure(function* (action: ReturnType<typeof session.loginRequested>) {
  const { login } = (yield call(loadLogin)) as Awaited<ReturnType<typeof loadLogin>>;
  yield* login(action);
}, session.loginFailed);

/** A slow server must not delay a logout. */
const LOGOUT_TIMEOUT_MS = 5_000;

function* logout() {
  try {
    yield race([call(callEndpoint, authRoutes.logout), delay(LOGOUT_TIMEOUT_MS)]);
  } catch {
    // The backend lacks this call or is unreachable: deleting the token here is what matters.
  }
  removeToken();
  yield put(session.loggedOut());
  const navigate = yield* fromContext('navigate');
  navigate(paths.auth.login, { replace: true });
}

/**
 * Specification 8: a 401 leads to the login page, except on the verification page, which shows a message. The current page is
 * opened again without the token: a public page is shown, all others redirect to the login page.
 */
function* endSession() {
  while (true) {
    yield take(unauthorized);
    const { pathname, search } = window.location;
    if (pathname.startsWith(paths.auth.verification)) {
      yield put(toastShown({ text: session.getSessionEndedText(pathname), tone: 'error' }));
      continue;
    }
    const isGone = !readToken();
    const wasLoggedIn = yield* selectState((state) => state.session.status !== 'unknown');
    removeToken();
    yield put(session.loggedOut());
    if (pathname.startsWith('/auth/')) continue;
    const notice = isGone
      ? { text: 'You logged out in another tab.' }
      : { text: session.getSessionEndedText(pathname), tone: 'error' as const };
    if (wasLoggedIn) yield put(toastShown(notice));
    const navigate = yield* fromContext('navigate');
    navigate(pathname + search, { replace: true });
  }
}

/** Files picked by one account must not stay on the device when another logs in. */
function* deleteFilesOfOthers(action?: Action) {
  const owner = pickedFilesOwnerStore.read();
  const { status, user } = yield* selectState((state) => state.session);
  const isKnown = status !== 'unknown' || session.loggedOut.match(action);
  if (owner === undefined || !isKnown || owner === user?._id) return;
  const { deletePickedFiles } = (yield call(loadPickedFileStore)) as Awaited<ReturnType<typeof loadPickedFileStore>>;
  yield call(deletePickedFiles, user?._id ?? null);
}

function* sessionSaga() {
  yield takeLatest(session.currentUserRequested, refreshCurrentUser);
  yield fork(checkSession);
  yield fork(deleteFilesOfOthers);
  yield takeEvery([session.loggedOut, session.currentUserLoaded, session.guestDetected], deleteFilesOfOthers);
  yield* watchToken();
  yield takeLeading(session.loginRequested, handleLogin);
  yield takeLeading(session.logoutRequested, logout);
  yield* endSession();
}

type BalanceEvent = { token?: number; type?: string; pending?: boolean; balance?: number; pendingBalance?: number };

export const sessionFeature: Feature = {
  name: 'session',
  reducer: session.sessionSlice.reducer,
  browserSaga: sessionSaga,
  socket: {
    // Absolute amounts stay correct despite missed or repeated events. Compatible backends only send differences.
    update_balance: ({ token = 0, pending, balance, pendingBalance }: BalanceEvent) =>
      balance !== undefined || pendingBalance !== undefined
        ? session.balanceChanged({ wallet: balance, pendingBalance })
        : session.balanceChanged(pending ? { pendingDelta: token } : { walletDelta: token }),
    balance_update: ({ balance }: { balance: number }) => session.balanceChanged({ wallet: balance }),
    account_changed: () => session.currentUserRequested(),
  },
  resync: (state) => (state.session.status === 'loggedIn' ? [session.currentUserRequested()] : []),
};
