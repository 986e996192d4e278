import type { Action } from '@reduxjs/toolkit';
import { all, call, delay, fork, put, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointName } from '@contract/schemas';
import { authRoutes } from '@contract/identity/auth-routes';
import { savedShown, toastShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { DOUBLE_TAP_MS } from '@/store/take-by';
import { createSensitiveAction, toNoInput } from '@/store/with-reauth';
import * as security from './security-slice';

/** Loads one part of the page: if it fails, the others are still shown. */
const loader = <R extends Route & { name: EndpointName }>(
  part: Parameters<typeof security.partFailed>[0]['part'],
  route: R,
  toAction: (data: EndpointData<R['name']>) => Action,
) =>
  function* load(): Generator {
    try {
      yield put(toAction(yield* callEndpoint(route)));
    } catch (error) {
      yield put(security.partFailed({ part, error: toFailure(error) }));
    }
  };

const loadSessions = loader('sessions', accountRoutes.listSessions, ({ data }) => security.sessionsLoaded(data));
const loadTwoFactor = loader('twoFactor', authRoutes.getTwoFactorStatus, security.twoFactorLoaded);
const loadLinked = loader('linked', authRoutes.listLinkedLogins, security.linkedLoaded);

const act = (name: security.SecurityAct) =>
  createSensitiveAction({ done: () => security.actDone(name), failed: (error) => security.actFailed({ name, error }) });

function* showLinked(linked: security.LinkedLogins) {
  yield put(security.linkedLoaded(linked));
  yield put(savedShown());
}

function* showCodes({ recoveryCodes }: { recoveryCodes?: string[] }) {
  yield put(security.recoveryCodesShown(recoveryCodes ?? []));
  yield put(security.twoFactorLoaded({ enabled: true, recoveryCodesLeft: recoveryCodes?.length }));
}

function* twoFactorSaga() {
  yield takeLeading(
    security.twoFactorConnectRequested,
    act('connect')(
      authRoutes.connectTwoFactor,
      () => ({ body: { method: 'app' as const } }),
      function* (setup) {
        yield put(security.twoFactorSetupReady(setup));
      },
    ),
  );
  yield takeLeading(
    security.twoFactorVerified,
    act('verify')(
      authRoutes.verifyTwoFactor,
      (verificationCode: string) => ({ body: { verificationCode } }),
      showCodes,
    ),
  );
  yield takeLeading(security.recoveryCodesRequested, act('renew')(authRoutes.renewRecoveryCodes, toNoInput, showCodes));
  yield takeLeading(
    security.twoFactorDisableRequested,
    act('disable')(
      authRoutes.disableTwoFactor,
      ({ code }: { code: string }) => ({ body: { verificationCode: code } }),
      function* (status) {
        yield put(savedShown());
        yield put(security.twoFactorLoaded(status));
      },
    ),
  );
}

function* sessionSaga() {
  yield takeLeading(
    security.sessionEndRequested,
    act('endSession')(
      accountRoutes.endSession,
      (id: string) => ({ params: { id } }),
      function* () {
        yield* loadSessions();
        yield delay(DOUBLE_TAP_MS);
      },
    ),
  );
  yield takeLeading(
    security.otherSessionsEndRequested,
    act('endOthers')(accountRoutes.endOtherSessions, toNoInput, function* () {
      yield put(toastShown({ text: 'Every other device is logged out', tone: 'success' }));
      yield* loadSessions();
    }),
  );
}

function* linkedLoginSaga() {
  yield takeLeading(
    security.unlinkRequested,
    act('unlink')(
      authRoutes.unlinkLogin,
      (provider: security.LinkedProvider) => ({ params: { provider } }),
      showLinked,
    ),
  );
  yield takeLeading(
    security.phoneLinkRequested,
    act('linkPhone')(authRoutes.linkPhone, (body: { phone: string; code: string }) => ({ body }), showLinked),
  );
}

export const securityFeature: Feature = {
  name: 'security',
  reducer: security.securitySlice.reducer,
  *saga() {
    yield takeLeading(security.securityRequested, function* loadAll() {
      yield all([call(loadSessions), call(loadTwoFactor), call(loadLinked)]);
    });
    for (const saga of [twoFactorSaga, sessionSaga, linkedLoginSaga]) yield fork(saga);
  },
};
