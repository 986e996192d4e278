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

/** Case and spaces around do not matter. */
export const isOwnUsername = (typed: string, own: string | undefined): boolean =>
  typed.trim().toLowerCase() === own?.toLowerCase();

const findChecked = (state: StoreState, typed: string) =>
  state.username.checked?.username === typed ? state.username.checked : null;

/** Undefined if the name is free or has not been checked. */
export const selectUsernameProblem = (typed: string) => (state: StoreState) => findChecked(state, typed)?.reason;

/** @param own the account's username, about which nothing is said: it was free until it was saved */
export const selectIsUsernameFree = (typed: string, own?: string) => (state: StoreState) =>
  !isOwnUsername(typed, own) && findChecked(state, typed)?.available === true;
