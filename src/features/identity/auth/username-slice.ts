import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { StoreState } from '@/store/state';

export interface UsernameState {
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

/** Undefined if the name is free or has not been checked. */
export const selectUsernameProblem = (typed: string) => (state: StoreState) => findChecked(state, typed)?.reason;

export const selectIsUsernameFree = (typed: string) => (state: StoreState) =>
  findChecked(state, typed)?.available === true;
