import type { Action } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { selectState, callEndpoint, fromContext } from '@/store/call-endpoint';
import { withFailure } from '@/store/with-failure';
import { selectHasExtension } from '@/store/backend';
import { solveCaptcha } from '@/store/solve-captcha';
import { put, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { authRoutes } from '@contract/identity/auth-routes';
import { settingsRoutes } from '@contract/site/settings-routes';
import { paths } from '@/config/paths';
import { hasLeft } from '@/features/identity/auth/has-left';
import { getHomePath } from '@/features/identity/auth/home-path';
import { currentUserLoaded, twoStepRequired } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { saveToken } from '@/services/cookies';
import { deviceStore, referralStore } from '@/services/storage';
import { toSentNewPassword } from '@/store/new-password';
import { sendForm } from '@/store/upload-channel';
import * as auth from './auth-slice';
import type { Feature } from '@/store/feature';

type CaptchaForm = NonNullable<EndpointData<'getSettings'>['captchaForms']>[number];

/** @returns undefined for forms without a captcha. @throws ApiError if this browser cannot solve the captcha */
function* solveFormCaptcha(form: CaptchaForm): Generator<unknown, string | undefined> {
  const settings = yield* selectState(selectSettings);
  if (!settings.captchaForms?.includes(form)) return undefined;
  return yield* solveCaptcha(settings, form);
}

interface NewAccount {
  email: string;
  password: string;
  role: 'fan' | 'creator';
  returnTo?: string | undefined;
  /** Path of the form. Users who have left it are not redirected. */
  from: string;
}

/** Logs in with the new password, because registration returns no token. */
function* logInNewAccount({ email, password, role, returnTo, from }: NewAccount) {
  const navigate = yield* fromContext('navigate');
  const query = new URLSearchParams({ email, ...(role === 'creator' && { as: role }), ...(returnTo && { returnTo }) });
  const checkMail = `${paths.auth.verification}?${query.toString()}`;
  const mailSentShown = toastShown({ text: `We sent a link to ${email}. Open it to verify your email.` });
  try {
    const login: { token?: string; device?: string } | null = yield* callEndpoint(authRoutes.login, {
      body: { username: email, password, remember: true, device: deviceStore.read() },
    });
    if (login?.device) deviceStore.write(login.device);
    if (!login?.token) throw new Error('The log-in after the sign-up returned no token');
    saveToken(login.token, true);
    const user = yield* callEndpoint(accountRoutes.getMe);
    yield put(currentUserLoaded(user));
    if (role === 'creator' && !user.isPerformer) {
      // The email belongs to a fan account with the same password, so no account was created.
      yield put(toastShown({ text: 'You already have a fan account with this email. A page needs another email.' }));
      if (!hasLeft(from)) navigate(paths.home, { replace: true });
      return;
    }
    if (returnTo || hasLeft(from)) yield put(mailSentShown);
    if (!hasLeft(from)) navigate(returnTo ?? checkMail, { replace: true });
  } catch {
    // The site probably requires a confirmed email before the first login.
    if (hasLeft(from)) yield put(mailSentShown);
    else navigate(checkMail, { replace: true });
  }
}

const withFormFailure = <A extends Action>(form: auth.AuthForm, saga: (action: A) => Generator) =>
  withFailure(saga, (error) => auth.formFailed({ form, error }));

const registerFan = withFormFailure('fan', function* ({ payload }: ReturnType<typeof auth.fanRegistered>) {
  const from = window.location.pathname;
  const { returnTo, isOfAge, ...fields } = payload;
  const way = (yield* selectState(selectHasExtension('returnPaths'))) ? { returnTo } : {};
  const { minimumAge } = yield* selectState(selectSettings);
  const password = yield* toSentNewPassword(fields.password, [fields.name, fields.username, fields.email]);
  const captcha = yield* solveFormCaptcha('register');
  // Sent only if the site has a minimum age, because other backends may reject unknown fields.
  const declared = minimumAge === undefined ? {} : { isOfAge };
  const body = { ...fields, ...declared, ...way, password, captcha, ref: referralStore.read() };
  yield* callEndpoint(authRoutes.registerUser, { body });
  yield put(auth.formDone('fan'));
  yield* logInNewAccount({ email: fields.email, password, role: 'fan', returnTo, from });
});

const registerCreator = withFormFailure('creator', function* ({ payload }: ReturnType<typeof auth.creatorRegistered>) {
  const from = window.location.pathname;
  const { fields } = payload;
  const password = yield* toSentNewPassword(fields.password, [fields.name, fields.username, fields.email]);
  const captcha = yield* solveFormCaptcha('register');
  const form = new FormData();
  // Our API rejects files that arrive before the captcha, so that goes first.
  if (captcha) form.set('captcha', captcha);
  for (const [name, value] of Object.entries({ ...fields, password })) if (value !== '') form.set(name, value);
  const referral = referralStore.read();
  if (referral) form.set('ref', referral);
  for (const [name, file] of payload.form) form.append(name, file);
  yield* sendForm(authRoutes.registerPerformer, form, undefined, (progress) =>
    put(auth.formProgressed({ form: 'creator', progress })),
  );
  yield put(auth.formDone('creator'));
  yield* logInNewAccount({ email: fields.email, password, role: 'creator', from });
});

type VerificationRequest = ReturnType<typeof auth.verificationRequested>['payload'];

/** A password reset by a mailed link also logs in, for two-factor accounts after the second step. */
function* resetPassword(body: { token: string; password: string }) {
  const from = window.location.pathname;
  const password = yield* toSentNewPassword(body.password, []);
  const device = deviceStore.read();
  const reply = yield* callEndpoint(authRoutes.resetPassword, { body: { token: body.token, password, device } });
  if (reply.device) deviceStore.write(reply.device);
  if (reply.token) {
    saveToken(reply.token, false);
    const user = yield* callEndpoint(accountRoutes.getMe);
    yield put(currentUserLoaded(user));
    yield put(toastShown({ text: 'Your password was changed. All other devices were logged out.' }));
    if (hasLeft(from)) return;
    const navigate = yield* fromContext('navigate');
    navigate(getHomePath(user), { replace: true });
  } else if (reply.twoStepRequired && reply.email) {
    yield put(twoStepRequired({ way: 'password', username: reply.email, password: body.password, remember: false }));
  }
}

const createFormSaga = <P>(form: auth.AuthForm, ask: (payload: P) => Generator) =>
  withFormFailure(form, function* ({ payload }: Action & { payload: P }) {
    yield* ask(payload);
    yield put(auth.formDone(form));
  });

export const authFeature: Feature = {
  name: 'auth',
  reducer: auth.authSlice.reducer,
  outlivesSession: true,
  *saga() {
    yield takeLeading(auth.fanRegistered, registerFan);
    yield takeLeading(auth.creatorRegistered, registerCreator);
    yield takeLeading(
      auth.resetMailRequested,
      createFormSaga('forgot', (body: { email: string }) => callEndpoint(authRoutes.requestPasswordReset, { body })),
    );
    yield takeLeading(auth.passwordReset, createFormSaga('reset', resetPassword));
    yield takeLeading(
      auth.verificationRequested,
      createFormSaga('verification', function* ({ returnTo, ...body }: VerificationRequest) {
        const way = (yield* selectState(selectHasExtension('returnPaths'))) ? { returnTo } : {};
        yield* callEndpoint(authRoutes.sendEmailVerification, { body: { ...body, ...way } });
      }),
    );
    yield takeLeading(
      auth.contactSent,
      createFormSaga('contact', function* (fields: ReturnType<typeof auth.contactSent>['payload']) {
        const captcha = yield* solveFormCaptcha('contact');
        yield* callEndpoint(settingsRoutes.sendContactMessage, { body: { ...fields, captcha } });
      }),
    );
  },
};
