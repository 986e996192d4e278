import { call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/account-routes';
import { publicEnv } from '@/config/env';
import { toFailure } from '@/services/api-error';
import { saveToken } from '@/services/cookies';
import { hashPassword } from '@/services/password-hash';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { proofGiven, proofNeeded } from '@/store/with-proof';
import * as proof from './proof-slice';

function* learnWays() {
  try {
    yield put(proof.proofWaysKnown(yield* callEndpoint(accountRoutes.getConfirmation)));
  } catch (error) {
    yield put(proof.proofFailed(toFailure(error)));
  }
}

function* confirm({ payload }: ReturnType<typeof proof.proofSubmitted>) {
  try {
    const isHashed = 'password' in payload && publicEnv().clientPasswordHash;
    const body = isHashed ? { password: (yield call(hashPassword, payload.password)) as string } : payload;
    const { token, remember } = yield* callEndpoint(accountRoutes.confirmIdentity, { body });
    // The session goes on under a new token; the old one stops working in a minute.
    saveToken(token, remember);
    yield put(proofGiven());
  } catch (error) {
    yield put(proof.proofFailed(toFailure(error)));
  }
}

function* sendCode() {
  try {
    yield* callEndpoint(accountRoutes.sendConfirmationCode);
    yield put(proof.proofCodeSent());
  } catch (error) {
    yield put(proof.proofFailed(toFailure(error)));
  }
}

/** Proving again who one is, when a sensitive call asks for it. */
export const proofFeature: Feature = {
  name: 'proof',
  reducer: proof.proofSlice.reducer,
  *saga() {
    yield takeLatest(proofNeeded, learnWays);
    yield takeLeading(proof.proofSubmitted, confirm);
    yield takeLeading(proof.proofCodeWanted, sendCode);
  },
};
