import { all, call, put, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointName } from '@contract/schemas';
import { authRoutes } from '@contract/identity/auth-routes';
import { toastShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createAct } from '@/store/with-reauth';
import * as security from './security-slice';

/** Loads one part by itself: a part that fails leaves the others on the page. */
function* load<R extends Route & { name: EndpointName }>(
  part: Parameters<typeof security.partFailed>[0]['part'],
  route: R,
  toAction: (data: EndpointData<R['name']>) => { type: string },
): Generator {
  try {
    yield put(toAction(yield* callEndpoint(route)));
  } catch (error) {
    yield put(security.partFailed({ part, error: toFailure(error) }));
  }
}

function* loadSessions() {
  yield* load('sessions', accountRoutes.listSessions, ({ data }) => security.sessionsLoaded(data));
}

function* loadTwoFactor() {
  yield* load('twoFactor', authRoutes.getTwoFactorStatus, security.twoFactorLoaded);
}

function* loadAll() {
  yield all([
    call(loadSessions),
    call(loadTwoFactor),
    call(load, 'linked', authRoutes.listLinkedLogins, security.linkedLoaded as never),
  ]);
}

const act = createAct({ done: security.actDone, failed: security.actFailed });
const none = () => undefined;
const saved = () => put(toastShown({ text: 'Changes saved', tone: 'success' }));

/** How an account is opened: two-step log-in, linked log-ins, the devices that are logged in. */
export const securityFeature: Feature = {
  name: 'security',
  reducer: security.securitySlice.reducer,
  *saga() {
    yield takeLeading(security.securityWanted, loadAll);
    yield takeLeading(
      security.twoFactorConnectWanted,
      act(
        authRoutes.connectTwoFactor,
        () => ({ body: { method: 'app' as const } }),
        function* (setup) {
          yield put(security.twoFactorSetupReady(setup));
        },
      ),
    );
    yield takeLeading(
      security.twoFactorVerified,
      act(
        authRoutes.verifyTwoFactor,
        (verificationCode: string) => ({ body: { verificationCode } }),
        function* ({ recoveryCodes }) {
          yield put(security.recoveryCodesShown(recoveryCodes ?? []));
          yield* loadTwoFactor();
        },
      ),
    );
    yield takeLeading(
      security.recoveryCodesWanted,
      act(authRoutes.renewRecoveryCodes, none, function* ({ recoveryCodes }) {
        yield put(security.recoveryCodesShown(recoveryCodes));
        yield* loadTwoFactor();
      }),
    );
    yield takeLeading(
      security.twoFactorDisableWanted,
      act(
        authRoutes.disableTwoFactor,
        ({ code }: { code: string }) => ({ body: { verificationCode: code } }),
        function* () {
          yield saved();
          yield* loadTwoFactor();
        },
      ),
    );
    yield takeLeading(
      security.sessionEndWanted,
      act(accountRoutes.endSession, (id: string) => ({ params: { id } }), loadSessions),
    );
    yield takeLeading(
      security.otherSessionsEndWanted,
      act(accountRoutes.endOtherSessions, none, function* () {
        yield put(toastShown({ text: 'Every other device is logged out', tone: 'success' }));
        yield* loadSessions();
      }),
    );
    yield takeLeading(
      security.unlinkWanted,
      act(
        authRoutes.unlinkLogin,
        (provider: security.LinkedProvider) => ({ params: { provider } }),
        function* (linked) {
          yield put(security.linkedLoaded(linked));
          yield saved();
        },
      ),
    );
    yield takeLeading(
      security.phoneLinkWanted,
      act(
        authRoutes.linkPhone,
        (body: { phone: string; code: string }) => ({ body }),
        function* (linked) {
          yield put(security.linkedLoaded(linked));
          yield saved();
        },
      ),
    );
  },
};
