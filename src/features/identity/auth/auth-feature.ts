import type { EndpointData } from '@contract/schemas';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { selectState, callEndpoint, fromContext } from '@/store/call-endpoint';
import { solveCaptcha } from '@/store/solve-captcha';
import { call, put, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { authRoutes } from '@contract/identity/auth-routes';
import { settingsRoutes } from '@contract/site/settings-routes';
import { publicEnv } from '@/config/env';
import { paths } from '@/config/paths';
import { currentUserLoaded } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { saveToken } from '@/services/cookies';
import { hashPassword } from '@/services/password-hash';
import { deviceStore, referralStore } from '@/services/storage';
import { beginUpload, nextStep } from '@/store/upload-channel';
import * as auth from './auth-slice';
import type { Feature } from '@/store/feature';
import { authSlice } from './auth-slice';

type CaptchaForm = NonNullable<EndpointData<'getSettings'>['captchaForms']>[number];

/**
 * A proof that a person sends this form, where the site asks for one.
 *
 * @returns nothing for forms that need none.
 * @throws ApiError when the check cannot be done here.
 */
function* proveHuman(form: CaptchaForm): Generator<unknown, string | undefined> {
  const settings = yield* selectState(selectSettings);
  if (!settings.captchaForms?.includes(form)) return undefined;
  return yield* solveCaptcha(settings, form);
}

function* toSentPassword(password: string): Generator<unknown, string> {
  return publicEnv().clientPasswordHash ? ((yield call(hashPassword, password)) as string) : password;
}

interface NewAccount {
  email: string;
  password: string;
  role: 'fan' | 'creator';
  returnTo?: string | undefined;
}

/**
 * Registration gives no token: log in with what was just chosen. Then comes the page that tells of the mail, which says
 * more to whoever could not be logged in; who wanted to open something is taken there, and told of the mail on the way.
 */
function* enter({ email, password, role, returnTo }: NewAccount) {
  const navigate = yield* fromContext('navigate');
  const query = new URLSearchParams({ email, ...(role === 'creator' && { as: role }), ...(returnTo && { returnTo }) });
  const checkMail = `${paths.auth.verification}?${query.toString()}`;
  try {
    const login: { token?: string; device?: string } | null = yield* callEndpoint(authRoutes.login, {
      body: { username: email, password, remember: true, device: deviceStore.read() },
    });
    if (login?.device) deviceStore.write(login.device);
    if (!login?.token) throw new Error('no token');
    saveToken(login.token, true);
    const user = yield* callEndpoint(accountRoutes.getMe);
    yield put(currentUserLoaded(user));
    if (role === 'creator' && !user.isPerformer) {
      // The address had an account, whose password was typed: no other was made.
      yield put(toastShown({ text: 'You already have a fan account with this email. A page needs another email.' }));
      navigate(paths.home, { replace: true });
      return;
    }
    if (returnTo) yield put(toastShown({ text: `We sent a link to ${email}. Open it to verify your email.` }));
    navigate(returnTo ?? checkMail, { replace: true });
  } catch {
    // Most likely the site asks for a confirmed e-mail before the first log-in.
    navigate(checkMail, { replace: true });
  }
}

function* registerFan({ payload }: ReturnType<typeof auth.fanRegistered>) {
  const { returnTo, isOfAge, ...fields } = payload;
  const { minimumAge } = yield* selectState(selectSettings);
  try {
    const password = yield* toSentPassword(fields.password);
    const captcha = yield* proveHuman('register');
    // Only where the backend asks: others take what they know.
    const declared = minimumAge === undefined ? {} : { isOfAge };
    const body = { ...fields, ...declared, password, captcha, ref: referralStore.read() };
    yield* callEndpoint(authRoutes.registerUser, { body });
    yield put(auth.formDone('fan'));
    yield* enter({ email: fields.email, password, role: 'fan', returnTo });
  } catch (error) {
    yield put(auth.formFailed({ form: 'fan', error: toFailure(error) }));
  }
}

function* registerCreator({ payload }: ReturnType<typeof auth.creatorRegistered>) {
  const { fields, form } = payload;
  const password = yield* toSentPassword(fields.password);
  for (const [name, value] of Object.entries({ ...fields, password })) form.set(name, value);
  const referral = referralStore.read();
  if (referral) form.set('ref', referral);
  try {
    const captcha = yield* proveHuman('register');
    if (captcha) form.set('captcha', captcha);
  } catch (error) {
    yield put(auth.formFailed({ form: 'creator', error: toFailure(error) }));
    return;
  }
  const upload = yield* beginUpload(authRoutes.registerPerformer, form);
  while (true) {
    const step = yield* nextStep(upload);
    if ('progress' in step) {
      yield put(auth.formProgressed({ form: 'creator', progress: step.progress }));
    } else if ('error' in step) {
      yield put(auth.formFailed({ form: 'creator', error: toFailure(step.error) }));
      return;
    } else {
      yield put(auth.formDone('creator'));
      yield* enter({ email: fields.email, password, role: 'creator' });
      return;
    }
  }
}

/** A form that is one call and says when it is done. */
function simpleForm<P>(form: auth.AuthForm, ask: (payload: P) => Generator) {
  return function* send(action: { payload: P }) {
    try {
      yield* ask(action.payload);
      yield put(auth.formDone(form));
    } catch (error) {
      yield put(auth.formFailed({ form, error: toFailure(error) }));
    }
  };
}

function* authSaga() {
  yield takeLeading(auth.fanRegistered, registerFan);
  yield takeLeading(auth.creatorRegistered, registerCreator);
  yield takeLeading(
    auth.resetMailRequested,
    simpleForm('forgot', (body: { email: string }) => callEndpoint(authRoutes.requestPasswordReset, { body })),
  );
  yield takeLeading(
    auth.passwordReset,
    simpleForm('reset', function* (body: { token: string; password: string }) {
      const password = yield* toSentPassword(body.password);
      yield* callEndpoint(authRoutes.resetPassword, { body: { token: body.token, password } });
    }),
  );
  yield takeLeading(
    auth.verificationRequested,
    simpleForm('verification', (body: ReturnType<typeof auth.verificationRequested>['payload']) =>
      callEndpoint(authRoutes.sendEmailVerification, { body }),
    ),
  );
  yield takeLeading(
    auth.contactSent,
    simpleForm('contact', function* (fields: ReturnType<typeof auth.contactSent>['payload']) {
      const captcha = yield* proveHuman('contact');
      yield* callEndpoint(settingsRoutes.sendContactMessage, { body: { ...fields, captcha } });
    }),
  );
}

/** Sign-up, forgotten passwords, verification, contact: the forms that need no account. */
export const authFeature: Feature = { name: 'auth', reducer: authSlice.reducer, saga: authSaga };
