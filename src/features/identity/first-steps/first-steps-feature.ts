import { put, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { currentUserLoaded } from '@/features/identity/auth/session-slice';
import { attempt } from '@/store/attempt';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { ageDeclared, ageFailed, ageStored, creatorsChosen, firstStepsSlice } from './first-steps-slice';

function* declareAge() {
  yield put(currentUserLoaded(yield* callEndpoint(accountRoutes.updateMe, { body: { isOfAge: true } })));
  yield put(ageStored());
}

function* noteChosen() {
  yield put(currentUserLoaded(yield* callEndpoint(accountRoutes.setFollowPopupStatus)));
}

/** What is asked once of a new fan: their age, where the log-in did not, and three creators to begin with. */
export const firstStepsFeature: Feature = {
  name: 'firstSteps',
  reducer: firstStepsSlice.reducer,
  *saga() {
    yield takeLeading(ageDeclared, attempt(declareAge, ageFailed));
    // Where it fails, the question comes once more with the next visit.
    yield takeLeading(creatorsChosen, attempt(noteChosen));
  },
};
