import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

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

export const firstStepsSlice = createSlice({
  name: 'firstSteps',
  initialState,
  reducers: {
    /** They say to be as old as the site asks. */
    ageDeclared(state) {
      Object.assign(state, { status: 'pending', error: null });
    },
    ageStored: () => initialState,
    ageFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state, { status: 'failed', error: payload });
    },
    /** They have chosen creators to begin with, or do not want to. */
    creatorsChosen() {},
  },
});

export const { ageDeclared, ageStored, ageFailed, creatorsChosen } = firstStepsSlice.actions;
/** Undefined on pages that have not brought the feature. */
export const selectFirstSteps = (state: StoreState): FirstStepsState | undefined => state.firstSteps;
