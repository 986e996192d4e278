import { call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { saveToken } from '@/services/cookies';
import { toSentPassword } from '@/services/password-hash';
import { withFailure } from '@/store/with-failure';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { reauthSucceeded, reauthRequested } from '@/store/with-reauth';
import * as reauth from './reauth-slice';

function* loadReauthMethods() {
  yield put(reauth.reauthMethodsLoaded(yield* callEndpoint(accountRoutes.getConfirmation)));
}

function* confirmIdentity({ payload }: ReturnType<typeof reauth.reauthSubmitted>) {
  const body = 'password' in payload ? { password: (yield call(toSentPassword, payload.password)) as string } : payload;
  const { token, remember } = yield* callEndpoint(accountRoutes.confirmIdentity, { body });
  // The session continues with a new token; the old one expires in a minute.
  saveToken(token, remember);
  yield put(reauthSucceeded());
}

function* sendReauthCode() {
  yield* callEndpoint(accountRoutes.sendConfirmationCode);
  yield put(reauth.reauthCodeSent());
}

export const reauthFeature: Feature = {
  name: 'reauth',
  reducer: reauth.reauthSlice.reducer,
  *saga() {
    yield takeLatest(reauthRequested, withFailure(loadReauthMethods, reauth.reauthFailed));
    yield takeLeading(reauth.reauthSubmitted, withFailure(confirmIdentity, reauth.reauthFailed));
    yield takeLeading(reauth.reauthCodeRequested, withFailure(sendReauthCode, reauth.reauthFailed));
  },
};
