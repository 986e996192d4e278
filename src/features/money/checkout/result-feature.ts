import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeEvery, takeLatest } from 'redux-saga/effects';
import { currentUserRequested } from '@/features/identity/auth/session-slice';
import { isUnknownAddress, ApiError, toFailure, type ApiFailure } from '@/services/api-error';
import { selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { walletToppedUp } from '@/store/intents';
import type { StoreState } from '@/store/state';
import type { Transaction } from './purchase';
import { submitBankAnswer, isFinal, paymentSocket, fetchTransaction, waitForNextPoll } from './track-payment';

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

export const resultPageOpened = createAction('paymentResult/pageOpened');
export const resultPageLeft = createAction('paymentResult/pageLeft');
export const bankChallengeAnswered = createAction<'approve' | 'refuse'>('paymentResult/bankChallengeAnswered');

const initialState: ResultState = {
  reference: '',
  transaction: null,
  status: 'idle',
  isAnswering: false,
  error: null,
};

const resultSlice = createSlice({
  name: 'paymentResult',
  initialState,
  reducers: {
    /** @param payload the eight-character reference in the URL, or a whole id. */
    resultRequested(state, { payload }: PayloadAction<string>) {
      if (state.reference !== payload) state.transaction = null;
      state.reference = payload;
      state.status = 'pending';
      state.error = null;
    },
    resultLoaded(state, { payload }: PayloadAction<Transaction>) {
      state.transaction = payload;
      state.status = 'ready';
      state.isAnswering = false;
    },
    resultFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = isUnknownAddress(payload) ? 'missing' : 'failed';
      state.error = payload;
      state.isAnswering = false;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(bankChallengeAnswered, (state) => {
      state.isAnswering = true;
    });
  },
});

const { resultLoaded, resultFailed } = resultSlice.actions;
export const { resultRequested } = resultSlice.actions;
export const selectResult = (state: StoreState) => state.paymentResult;

/** In the browser, polls until the status is final or the payer leaves; on the server, loads it once. */
function* pollResult({ payload: reference }: ReturnType<typeof resultRequested>) {
  while (true) {
    const { transaction: shown } = yield* selectState(selectResult);
    try {
      const transaction = yield* fetchTransaction(reference);
      yield put(resultLoaded(transaction));
      // The payment was completed after the page loaded, so the page's balance is outdated.
      if (isFinal(transaction) && shown) yield put(currentUserRequested());
      if (isFinal(transaction)) return;
    } catch (error) {
      // A payment on screen stays there: the next poll may succeed.
      if (!shown) {
        yield put(resultFailed(toFailure(error)));
        return;
      }
    }
    if (typeof window === 'undefined') return;
    yield waitForNextPoll();
  }
}

/** Resumes polling, which the server does not do. */
function* resumePolling() {
  const { reference, transaction, status } = yield* selectState(selectResult);
  const isOpen = transaction ? !isFinal(transaction) : status === 'pending';
  if (isOpen) yield put(resultRequested(reference));
}

function* answerBankChallenge({ payload }: ReturnType<typeof bankChallengeAnswered>) {
  const { transaction, reference } = yield* selectState(selectResult);
  if (!transaction) return;
  try {
    yield put(resultLoaded(yield* submitBankAnswer(transaction, payload)));
    yield put(currentUserRequested());
    yield put(walletToppedUp());
  } catch (error) {
    // The payment was declined: load it again, because it has the reason.
    if (error instanceof ApiError && error.status > 0 && error.status < 500) yield put(resultRequested(reference));
    else yield put(resultFailed(toFailure(error)));
  }
}

/** State of the page to which a gateway sends the browser back. */
export const resultFeature: Feature = {
  name: 'paymentResult',
  reducer: resultSlice.reducer,
  *saga() {
    yield takeLatest([resultRequested, resultPageLeft], function* followResult(action) {
      if (resultRequested.match(action)) yield* pollResult(action);
    });
    yield takeEvery(resultPageOpened, resumePolling);
    yield takeLatest(bankChallengeAnswered, answerBankChallenge);
  },
  socket: paymentSocket,
};
