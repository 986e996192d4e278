import { call, put } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import type { EndpointInput } from '@contract/schemas';
import { authRoutes } from '@contract/identity/auth-routes';
import { ApiError, hasErrorCode, isUnreachable, toFailure } from '@/services/api-error';
import { saveToken } from '@/services/cookies';
import { toSentPassword } from '@/services/password-hash';
import { deviceStore } from '@/services/storage';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import { solveCaptcha } from '@/store/solve-captcha';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { hasLeft } from './has-left';
import { getHomePath } from './home-path';
import * as session from './session-slice';

/** For the code whose message compatible clients know as `Incorrect credentials!`. Wire contract 1.3. */
const WRONG_CREDENTIALS_TEXT = 'Email or password is not right. Try again, or reset your password.';

type LoginReply = { token?: string; device?: string } | null;

/** After many wrong passwords for an account, devices that never logged in to it must solve a captcha. Promises I-13. */
function* loginWithPassword(body: EndpointInput<'login'>['body']): Generator<unknown, LoginReply> {
  try {
    return yield* callEndpoint(authRoutes.login, { body });
  } catch (error) {
    if (!hasErrorCode(error, 'CAPTCHA_REQUIRED')) throw error;
    yield put(session.challengeStarted());
    const captcha = yield* solveCaptcha(yield* selectState(selectSettings), 'login');
    return yield* callEndpoint(authRoutes.login, { body: { ...body, captcha } });
  }
}

/** Compatible backends answer some failed logins without a token instead of with an error. */
function* callLogin({ returnTo: _later, ...request }: session.LoginRequest): Generator<unknown, LoginReply> {
  switch (request.way) {
    case 'password': {
      const { way: _way, password: typed, ...body } = request;
      const password: string = yield call(toSentPassword, typed);
      return yield* loginWithPassword({ ...body, password, device: deviceStore.read() });
    }
    case 'phone':
      return yield* callEndpoint(authRoutes.loginWithPhone, { body: withDevice(request) });
    case 'google':
      return yield* callEndpoint(authRoutes.loginWithGoogle, { body: withDevice(request) });
    case 'twitter':
      return yield* callEndpoint(authRoutes.finishTwitterLogin, { body: withDevice(request) });
  }
}

/** The device id is known only if the backend has sent one. */
function withDevice<T extends { way: string }>({ way: _way, ...body }: T) {
  return { ...body, device: deviceStore.read() };
}

export function* login({ payload }: ReturnType<typeof session.loginRequested>) {
  const { returnTo, remember } = payload;
  const from = window.location.pathname;
  try {
    const reply = yield* callLogin(payload);
    if (!reply?.token) {
      yield put(session.twoStepRequired(payload));
      return;
    }
    if (reply.device) deviceStore.write(reply.device);
    saveToken(reply.token, remember);
    const user = yield* callEndpoint(accountRoutes.getMe);
    yield put(session.currentUserLoaded(user));
    if (hasLeft(from)) {
      yield put(toastShown({ text: 'You are logged in.' }));
      return;
    }
    const navigate = yield* fromContext('navigate');
    navigate(returnTo ?? getHomePath(user), { replace: true });
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'TWO_STEP_REQUIRED') yield put(session.twoStepRequired(payload));
    else if (failure.code === 'INCORRECT_CREDENTIALS')
      yield put(session.loginFailed({ ...failure, message: WRONG_CREDENTIALS_TEXT }));
    // Specification 8: the server's message, else this one. Without a response, blaming the password would be wrong.
    else {
      const isSaid = isUnreachable(failure) || (error instanceof ApiError && error.hasOwnMessage);
      yield put(session.loginFailed({ ...failure, message: isSaid ? failure.message : 'Incorrect credentials!' }));
    }
  }
}
