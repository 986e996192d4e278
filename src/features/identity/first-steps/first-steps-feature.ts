import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';
import { put, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { currentUserLoaded } from '@/features/identity/auth/session-slice';
import { withFailure } from '@/store/with-failure';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';

interface FirstStepsState {
  /** Of the declaration of age. */
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    firstSteps: FirstStepsState;
  }
}

const initialState: FirstStepsState = { status: 'idle', error: null };

const firstStepsSlice = createSlice({
  name: 'firstSteps',
  initialState,
  reducers: {
    /** They say to be as old as the site asks. */
    ageDeclared(state) {
      state.status = 'pending';
      state.error = null;
    },
    ageStored: () => initialState,
    ageFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
    /** They have chosen creators to begin with, or do not want to. */
    creatorsChosen() {},
  },
});

export const { ageDeclared, creatorsChosen } = firstStepsSlice.actions;
const { ageStored, ageFailed } = firstStepsSlice.actions;
/** Undefined on pages that have not brought the feature. */
export const selectFirstSteps = (state: StoreState): FirstStepsState | undefined => state.firstSteps;

function* declareAge() {
  yield put(currentUserLoaded(yield* callEndpoint(accountRoutes.updateMe, { body: { isOfAge: true } })));
  yield put(ageStored());
}

function* recordCreatorsChosen() {
  yield put(currentUserLoaded(yield* callEndpoint(accountRoutes.setFollowPopupStatus)));
}

/** What is asked once of a new fan: their age, where the log-in did not, and three creators to begin with. */
export const firstStepsFeature: Feature = {
  name: 'firstSteps',
  reducer: firstStepsSlice.reducer,
  *browserSaga() {
    yield takeLeading(ageDeclared, withFailure(declareAge, ageFailed));
    // Where it fails, the question comes once more with the next visit.
    yield takeLeading(creatorsChosen, withFailure(recordCreatorsChosen));
  },
};
