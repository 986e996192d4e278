import {
  createSlice,
  type ActionCreatorWithoutPayload,
  type PayloadAction,
  type UnknownAction,
} from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';

/** State of the change that a sheet makes, one at a time; see `useChangeSheet`. */
export interface ChangeState {
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
  done: number;
}

const unchanged: ChangeState = { status: 'idle', error: null, done: 0 };

interface ChangeOptions {
  name: string;
  /** Dispatched when a sheet opens; clears the outcome of the last change. */
  opened: ActionCreatorWithoutPayload;
  isBegun: (action: UnknownAction) => boolean;
}

export const createChangeSlice = ({ name, opened, isBegun }: ChangeOptions) =>
  createSlice({
    name,
    initialState: unchanged,
    reducers: {
      changeDone(state) {
        state.status = 'idle';
        state.done += 1;
      },
      /** The user dismissed the identity confirmation, so nothing changed. */
      changeCalledOff(state) {
        state.status = 'idle';
      },
      changeFailed(state, { payload }: PayloadAction<ApiFailure>) {
        state.status = 'failed';
        state.error = payload;
      },
    },
    extraReducers: (builder) => {
      builder.addCase(opened, (state): ChangeState | undefined =>
        state.status === 'pending' ? undefined : { ...unchanged, done: state.done },
      );
      builder.addMatcher(isBegun, ({ done }): ChangeState => ({ ...unchanged, status: 'pending', done }));
    },
  });
