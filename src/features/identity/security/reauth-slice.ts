import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { reauthDismissed, reauthSucceeded, reauthRequested } from '@/store/with-reauth';
import type { StoreState } from '@/store/state';

type Confirmation = EndpointData<'getConfirmation'>;

export interface ReauthState {
  isOpen: boolean;
  /** Credentials that the account can use to confirm; null until loaded. */
  can: Confirmation | null;
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
  isCodeSent: boolean;
}

declare module '@/store/state' {
  interface StoreState {
    reauth: ReauthState;
  }
}

/** `verificationCode`: a code from the authenticator app, a recovery code, or a code from a mail. */
export type Proof = { password: string } | { verificationCode: string };

const initialState: ReauthState = { isOpen: false, can: null, status: 'idle', error: null, isCodeSent: false };

export const reauthSlice = createSlice({
  name: 'reauth',
  initialState,
  reducers: {
    reauthMethodsLoaded(state, { payload }: PayloadAction<Confirmation>) {
      state.can = payload;
    },
    reauthSubmitted(state, _action: PayloadAction<Proof>) {
      state.status = 'pending';
      state.error = null;
    },
    reauthCodeRequested(state) {
      state.error = null;
    },
    reauthCodeSent(state) {
      state.isCodeSent = true;
    },
    reauthFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(reauthRequested, () => ({ ...initialState, isOpen: true }))
      .addCase(reauthSucceeded, () => initialState)
      .addCase(reauthDismissed, () => initialState);
  },
});

export const { reauthMethodsLoaded, reauthSubmitted, reauthCodeRequested, reauthCodeSent, reauthFailed } =
  reauthSlice.actions;

export const selectReauth = (state: StoreState): ReauthState | undefined => state.reauth;
