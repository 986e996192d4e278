import { call, put, take, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/account-routes';
import { sessionRoutes } from '@contract/session-routes';
import { settingsRoutes } from '@contract/settings-routes';
import { publicEnv } from '@/config/env';
import { paths } from '@/config/paths';
import { homePathOf } from '@/features/session/home-path';
import { currentUserLoaded } from '@/features/session/session-slice';
import { toFailure } from '@/services/api-error';
import { saveToken } from '@/services/cookies';
import { hashPassword } from '@/services/password-hash';
import { referralStore } from '@/services/storage';
import { callEndpoint, fromContext } from '@/store/call-endpoint';
import { uploadChannel, type UploadStep } from '@/store/upload-channel';
import { proveHuman } from './captcha-saga';
import * as door from './door-slice';

function* toSentPassword(password: string): Generator<unknown, string> {
  return publicEnv().clientPasswordHash ? ((yield call(hashPassword, password)) as string) : password;
}

/** Registration gives no token: log in with what was just chosen, or say that the mail has to be opened first. */
function* enter(username: string, password: string, returnTo?: string) {
  const navigate = yield* fromContext('navigate');
  try {
    const login: { token?: string } | null = yield* callEndpoint(sessionRoutes.login, {
      body: { username, password, remember: true },
    });
    if (!login?.token) throw new Error('no token');
    saveToken(login.token, true);
    const user = yield* callEndpoint(accountRoutes.getMe);
    yield put(currentUserLoaded(user));
    navigate(returnTo ?? homePathOf(user), { replace: true });
  } catch {
    // Most likely the site asks for a confirmed e-mail before the first log-in.
    navigate(`${paths.auth.verification}?email=${encodeURIComponent(username)}`, { replace: true });
  }
}

function* registerFan({ payload }: ReturnType<typeof door.fanRegistered>) {
  const { returnTo, ...fields } = payload;
  try {
    const password = yield* toSentPassword(fields.password);
    const captcha = yield* proveHuman('register');
    const body = { ...fields, password, captcha, ref: referralStore.read() };
    yield* callEndpoint(sessionRoutes.registerUser, { body });
    yield put(door.formDone('fan'));
    yield* enter(fields.email, password, returnTo);
  } catch (error) {
    yield put(door.formFailed({ form: 'fan', error: toFailure(error) }));
  }
}

function* registerCreator({ payload }: ReturnType<typeof door.creatorRegistered>) {
  const { fields, form } = payload;
  const callApi = yield* fromContext('callApi');
  const password = yield* toSentPassword(fields.password);
  for (const [name, value] of Object.entries({ ...fields, password })) form.set(name, value);
  const referral = referralStore.read();
  if (referral) form.set('ref', referral);
  try {
    const captcha = yield* proveHuman('register');
    if (captcha) form.set('captcha', captcha);
  } catch (error) {
    yield put(door.formFailed({ form: 'creator', error: toFailure(error) }));
    return;
  }
  const upload = uploadChannel(callApi, sessionRoutes.registerPerformer, form);
  while (true) {
    const step = (yield take(upload)) as UploadStep<unknown>;
    if ('progress' in step) {
      yield put(door.formProgressed({ form: 'creator', progress: step.progress }));
    } else if ('error' in step) {
      yield put(door.formFailed({ form: 'creator', error: toFailure(step.error) }));
      return;
    } else {
      yield put(door.formDone('creator'));
      yield* enter(fields.email, password);
      return;
    }
  }
}

/** A form that is one call and says when it is done. */
function simpleForm<P>(form: door.DoorForm, ask: (payload: P) => Generator) {
  return function* send(action: { payload: P }) {
    try {
      yield* ask(action.payload);
      yield put(door.formDone(form));
    } catch (error) {
      yield put(door.formFailed({ form, error: toFailure(error) }));
    }
  };
}

export function* doorSaga() {
  yield takeLeading(door.fanRegistered, registerFan);
  yield takeLeading(door.creatorRegistered, registerCreator);
  yield takeLeading(
    door.resetMailRequested,
    simpleForm('forgot', (body: { email: string }) => callEndpoint(sessionRoutes.requestPasswordReset, { body })),
  );
  yield takeLeading(
    door.passwordReset,
    simpleForm('reset', function* (body: { token: string; password: string }) {
      const password = yield* toSentPassword(body.password);
      yield* callEndpoint(sessionRoutes.resetPassword, { body: { token: body.token, password } });
    }),
  );
  yield takeLeading(
    door.verificationRequested,
    simpleForm('verification', (body: ReturnType<typeof door.verificationRequested>['payload']) =>
      callEndpoint(sessionRoutes.sendEmailVerification, { body }),
    ),
  );
  yield takeLeading(
    door.contactSent,
    simpleForm('contact', function* (fields: ReturnType<typeof door.contactSent>['payload']) {
      const captcha = yield* proveHuman('contact');
      yield* callEndpoint(settingsRoutes.sendContactMessage, { body: { ...fields, captcha } });
    }),
  );
}
