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
    ageDeclared(state) {
      state.status = 'pending';
      state.error = null;
    },
    ageStored: () => initialState,
    ageFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
    /** Dispatched even if the fan skipped the choice. */
    creatorsChosen() {},
  },
});

export const { ageDeclared, creatorsChosen } = firstStepsSlice.actions;
const { ageStored, ageFailed } = firstStepsSlice.actions;
export const selectFirstSteps = (state: StoreState): FirstStepsState | undefined => state.firstSteps;

function* declareAge() {
  yield put(currentUserLoaded(yield* callEndpoint(accountRoutes.updateMe, { body: { isOfAge: true } })));
  yield put(ageStored());
}

function* recordCreatorsChosen() {
  yield put(currentUserLoaded(yield* callEndpoint(accountRoutes.setFollowPopupStatus)));
}

export const firstStepsFeature: Feature = {
  name: 'firstSteps',
  reducer: firstStepsSlice.reducer,
  *browserSaga() {
    yield takeLeading(ageDeclared, withFailure(declareAge, ageFailed));
    // If this fails, the question is asked again on the next visit.
    yield takeLeading(creatorsChosen, withFailure(recordCreatorsChosen));
  },
};
