import { put, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { currentUserLoaded } from '@/features/identity/auth/session-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { ageDeclared, ageFailed, ageStored, creatorsChosen, firstStepsSlice } from './first-steps-slice';

function* declareAge() {
  try {
    yield put(currentUserLoaded(yield* callEndpoint(accountRoutes.updateMe, { body: { isOfAge: true } })));
    yield put(ageStored());
  } catch (error) {
    yield put(ageFailed(toFailure(error)));
  }
}

function* noteChosen() {
  try {
    yield put(currentUserLoaded(yield* callEndpoint(accountRoutes.setFollowPopupStatus)));
  } catch {
    // They have gone on already: the question comes once more with the next visit.
  }
}

/** What is asked once of a new fan: their age, where the log-in did not, and three creators to begin with. */
export const firstStepsFeature: Feature = {
  name: 'firstSteps',
  reducer: firstStepsSlice.reducer,
  *saga() {
    yield takeLeading(ageDeclared, declareAge);
    yield takeLeading(creatorsChosen, noteChosen);
  },
};
