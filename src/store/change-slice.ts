import {
  createSlice,
  type ActionCreatorWithoutPayload,
  type PayloadAction,
  type UnknownAction,
} from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';

/** How the changes of a feature stand, of which sheets ask for one at a time. See `useChangeSheet`. */
export interface ChangeState {
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
  /** Changes so far. */
  done: number;
}

const unchanged: ChangeState = { status: 'idle', error: null, done: 0 };

interface ChangeOptions {
  name: string;
  /** Says that a sheet was opened, for which the outcome of the last change is no matter. */
  opened: ActionCreatorWithoutPayload;
  /** Whether an action asks for a change. */
  isBegun: (action: UnknownAction) => boolean;
}

/** The part of a feature's state that its sheets wait for. Its saga says how each change has ended. */
export const createChangeSlice = ({ name, opened, isBegun }: ChangeOptions) =>
  createSlice({
    name,
    initialState: unchanged,
    reducers: {
      changeDone(state) {
        state.status = 'idle';
        state.done += 1;
      },
      /** The proof of identity was left: nothing has happened. */
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
