import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { StoreState } from '@/store/state';

export interface UsernameState {
  /** What the backend last said of a name; null while nothing is known. */
  checked: { username: string; available: boolean; reason?: string | undefined } | null;
}

declare module '@/store/state' {
  interface StoreState {
    username: UsernameState;
  }
}

const initialState: UsernameState = { checked: null };

export const usernameSlice = createSlice({
  name: 'username',
  initialState,
  reducers: {
    /** @param payload.own the account's name so far, which is nobody else's */
    usernameTyped(state, _action: PayloadAction<{ username: string; own?: string | undefined }>) {
      state.checked = null;
    },
    usernameChecked(state, { payload }: PayloadAction<UsernameState['checked']>) {
      state.checked = payload;
    },
  },
});

export const { usernameTyped, usernameChecked } = usernameSlice.actions;

const findChecked = (state: StoreState, typed: string) =>
  state.username.checked?.username === typed ? state.username.checked : null;

/** Why the typed name cannot be had; undefined while it can, or while nothing is known. */
export const selectUsernameProblem = (typed: string) => (state: StoreState) => findChecked(state, typed)?.reason;

/** Whether the typed name is known to be free. */
export const selectIsUsernameFree = (typed: string) => (state: StoreState) =>
  findChecked(state, typed)?.available === true;
