import { call, put, take, takeLatest, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/account-routes';
import { sessionRoutes } from '@contract/session-routes';
import { publicEnv } from '@/config/env';
import { paths } from '@/config/paths';
import { ApiError, toFailure } from '@/services/api-error';
import { removeToken, saveToken } from '@/services/cookies';
import { hashPassword } from '@/services/password-hash';
import { callEndpoint, fromContext, selectState, unauthorized } from '@/store/call-endpoint';
import { toastShown } from '@/features/ui/ui-slice';
import { endedSessionText } from './ended-session';
import { homePathOf } from './home-path';
import * as session from './session-slice';

/** Asks who is signed in. No token, or a dead one, makes a guest. */
export function* loadCurrentUser() {
  const getToken = yield* fromContext('getToken');
  if (!getToken()) {
    yield put(session.guestKnown());
    return;
  }
  try {
    yield put(session.currentUserLoaded(yield* callEndpoint(accountRoutes.getMe)));
  } catch (error) {
    // Backends of this family answer a dead token with 403. Wire contract 6.
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) yield put(session.guestKnown());
    else yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
  }
}

/** Makes the call of one way in. Servers of the family answer some refusals without a token instead of with an error. */
function* prove({ returnTo: _later, ...request }: session.LoginRequest): Generator<unknown, { token?: string } | null> {
  switch (request.way) {
    case 'password': {
      const { way: _way, password: typed, ...body } = request;
      const password = publicEnv().clientPasswordHash ? ((yield call(hashPassword, typed)) as string) : typed;
      return yield* callEndpoint(sessionRoutes.login, { body: { ...body, password } });
    }
    case 'phone': {
      const { way: _way, ...body } = request;
      return yield* callEndpoint(sessionRoutes.loginWithPhone, { body });
    }
    case 'google': {
      const { way: _way, ...body } = request;
      return yield* callEndpoint(sessionRoutes.loginWithGoogle, { body });
    }
    case 'twitter': {
      const { way: _way, ...body } = request;
      return yield* callEndpoint(sessionRoutes.finishTwitterLogin, { body });
    }
  }
}

function* login({ payload }: ReturnType<typeof session.loginRequested>) {
  const { returnTo, remember } = payload;
  try {
    const reply = yield* prove(payload);
    if (!reply?.token) {
      yield put(session.twoStepRequired(payload));
      return;
    }
    saveToken(reply.token, remember);
    const user = yield* callEndpoint(accountRoutes.getMe);
    yield put(session.currentUserLoaded(user));
    const navigate = yield* fromContext('navigate');
    navigate(returnTo ?? homePathOf(user), { replace: true });
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'TWO_STEP_REQUIRED') yield put(session.twoStepRequired(payload));
    // Specification 8: the server's message, else this one.
    else {
      const isSaid = error instanceof ApiError && error.hasOwnMessage;
      yield put(session.loginFailed({ ...failure, message: isSaid ? failure.message : 'Incorrect credentials!' }));
    }
  }
}

function* logout() {
  try {
    yield* callEndpoint(sessionRoutes.logout);
  } catch {
    // A backend without this call, or no connection: forgetting the token is what counts here.
  }
  removeToken();
  yield put(session.loggedOut());
  const navigate = yield* fromContext('navigate');
  navigate(paths.auth.login, { replace: true });
}

/** Specification 8: a 401 goes to log in, except on the verification page, which says so and stays. */
function* endSession() {
  while (true) {
    yield take(unauthorized);
    if (typeof window === 'undefined') continue;
    const { pathname, search } = window.location;
    if (pathname.startsWith(paths.auth.verification)) {
      yield put(toastShown({ text: endedSessionText(pathname), tone: 'error' }));
      continue;
    }
    const wasLoggedIn = yield* selectState((state) => state.session.status !== 'unknown');
    removeToken();
    yield put(session.loggedOut());
    if (pathname.startsWith('/auth/')) continue;
    if (wasLoggedIn) yield put(toastShown({ text: endedSessionText(pathname), tone: 'error' }));
    const navigate = yield* fromContext('navigate');
    navigate(`${paths.auth.login}?returnTo=${encodeURIComponent(pathname + search)}`, { replace: true });
  }
}

export function* sessionSaga() {
  yield takeLatest(session.currentUserRequested, loadCurrentUser);
  yield takeLeading(session.loginRequested, login);
  yield takeLeading(session.logoutRequested, logout);
  yield* endSession();
}
