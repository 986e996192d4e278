import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { proofDismissed, proofGiven, proofNeeded } from '@/store/with-proof';
import type { StoreState } from '@/store/state';

type Confirmation = EndpointData<'getConfirmation'>;

export interface ProofState {
  isOpen: boolean;
  /** Which proof the account can give; null until it is known. */
  can: Confirmation | null;
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
  isCodeSent: boolean;
}

declare module '@/store/state' {
  interface StoreState {
    proof: ProofState;
  }
}

/** What a person gives: the password, or a code of the authenticator, a recovery code or one that was mailed. */
export type Proof = { password: string } | { verificationCode: string };

const initialState: ProofState = { isOpen: false, can: null, status: 'idle', error: null, isCodeSent: false };

export const proofSlice = createSlice({
  name: 'proof',
  initialState,
  reducers: {
    proofWaysKnown(state, { payload }: PayloadAction<Confirmation>) {
      state.can = payload;
    },
    proofSubmitted(state, _action: PayloadAction<Proof>) {
      state.status = 'pending';
      state.error = null;
    },
    proofCodeWanted(state) {
      state.error = null;
    },
    proofCodeSent(state) {
      state.isCodeSent = true;
    },
    proofFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(proofNeeded, () => ({ ...initialState, isOpen: true }))
      .addCase(proofGiven, () => initialState)
      .addCase(proofDismissed, () => initialState);
  },
});

export const { proofWaysKnown, proofSubmitted, proofCodeWanted, proofCodeSent, proofFailed } = proofSlice.actions;

/** Undefined on the server, where nobody proves anything. */
export const selectProof = (state: StoreState): ProofState | undefined => state.proof;
