import { call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { publicEnv } from '@/config/env';
import { toFailure } from '@/services/api-error';
import { saveToken } from '@/services/cookies';
import { hashPassword } from '@/services/password-hash';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { reauthGiven, reauthNeeded } from '@/store/with-reauth';
import * as reauth from './reauth-slice';

function* learnWays() {
  try {
    yield put(reauth.reauthWaysKnown(yield* callEndpoint(accountRoutes.getConfirmation)));
  } catch (error) {
    yield put(reauth.reauthFailed(toFailure(error)));
  }
}

function* confirm({ payload }: ReturnType<typeof reauth.reauthSubmitted>) {
  try {
    const isHashed = 'password' in payload && publicEnv().clientPasswordHash;
    const body = isHashed ? { password: (yield call(hashPassword, payload.password)) as string } : payload;
    const { token, remember } = yield* callEndpoint(accountRoutes.confirmIdentity, { body });
    // The session goes on under a new token; the old one stops working in a minute.
    saveToken(token, remember);
    yield put(reauthGiven());
  } catch (error) {
    yield put(reauth.reauthFailed(toFailure(error)));
  }
}

function* sendCode() {
  try {
    yield* callEndpoint(accountRoutes.sendConfirmationCode);
    yield put(reauth.reauthCodeSent());
  } catch (error) {
    yield put(reauth.reauthFailed(toFailure(error)));
  }
}

/** Proving again who one is, when a sensitive call asks for it. */
export const reauthFeature: Feature = {
  name: 'reauth',
  reducer: reauth.reauthSlice.reducer,
  *saga() {
    yield takeLatest(reauthNeeded, learnWays);
    yield takeLeading(reauth.reauthSubmitted, confirm);
    yield takeLeading(reauth.reauthCodeWanted, sendCode);
  },
};
