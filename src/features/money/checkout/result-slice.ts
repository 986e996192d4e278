import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';
import type { Transaction } from './purchase';

/** A payment that the browser came back to. */
interface ResultState {
  reference: string;
  transaction: Transaction | null;
  status: 'idle' | 'pending' | 'ready' | 'missing' | 'failed';
  isAnswering: boolean;
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    paymentResult: ResultState;
  }
}

/** The bank's question, asked again on the page of the payment. */
export const resultAnswered = createAction<'approve' | 'refuse'>('paymentResult/answered');
export const resultHeard = createAction('paymentResult/heard');

const initialState: ResultState = {
  reference: '',
  transaction: null,
  status: 'idle',
  isAnswering: false,
  error: null,
};

export const resultSlice = createSlice({
  name: 'paymentResult',
  initialState,
  reducers: {
    /** @param payload the eight-character reference of the address, or a whole id. */
    resultRequested(state, { payload }: PayloadAction<string>) {
      const isSame = state.reference === payload;
      Object.assign(state, {
        reference: payload,
        transaction: isSame ? state.transaction : null,
        status: 'pending',
        error: null,
      });
    },
    resultLoaded(state, { payload }: PayloadAction<Transaction>) {
      Object.assign(state, { transaction: payload, status: 'ready', isAnswering: false });
    },
    resultFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state, {
        status: payload.status === 404 || payload.status === 400 ? 'missing' : 'failed',
        error: payload,
        isAnswering: false,
      });
    },
  },
  extraReducers: (builder) => {
    builder.addCase(resultAnswered, (state) => {
      state.isAnswering = true;
    });
  },
});

export const { resultRequested, resultLoaded, resultFailed } = resultSlice.actions;
export const selectResult = (state: StoreState) => state.paymentResult;
