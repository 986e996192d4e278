import { createAction, createReducer, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { createRandomKey } from '@/lib/random-key';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';
import type { NewCard } from './cards-slice';
import { intentOpened } from './intent-feature';
import type { KnownPaymentIds, Purchase, Transaction } from './purchase';

/** One press on the pay button: the purchase being paid, and those to pay after it. */
export interface Attempt {
  key: string;
  purchase: Purchase;
  /** After a top-up: its purchase. After a product: the others of its cart. */
  next: Purchase[];
  isToppedUp: boolean;
}

export interface Receipt {
  purchase: Purchase;
  transactionId?: string;
  /** Set for payments from the wallet, if the backend has receipts for them. */
  chargeId?: string;
  orderPath?: string;
  /** True if the payer is muted in the show of a tip, so that only the creator sees the note. */
  isNoteHidden?: boolean;
}

/** Why the form is shown again: a changed price (null: unknown), or an error that the payer can correct there. */
export type FormChange = { kind: 'price'; price: number | null } | { kind: 'refusal'; failure: ApiFailure };

/**
 * - `choosing`: the form. `key` is for the next attempt; `tried` is the unpaid rest of the last one.
 * - `paying`: `isSlow` means that the sheet can be closed.
 * - `redirected`: the gateway's own page is loading; its return URL shows the outcome.
 * - `recovering`: looks for the outcome of an earlier payment; sends nothing.
 * - `bank`: the bank's confirmation. `isAnswered`: waiting for its decision.
 * - `unknown`: no response, and not in the payment history. Never sent again automatically. Promises M-18.
 * - `done`, `failed`, `owned` (paid before): final. Only `failed` leads back to the form.
 *
 * `before` has the payment ids known before the first call: a newer one belongs to the lost payment.
 */
export type PaymentState =
  | { step: 'choosing'; key: string; tried: Purchase[]; isToppedUp: boolean; change: FormChange | null }
  | { step: 'paying'; attempt: Attempt; isSlow: boolean }
  | { step: 'redirected'; attempt: Attempt }
  | { step: 'recovering'; attempt: Attempt; before: KnownPaymentIds }
  | { step: 'bank'; attempt: Attempt; transaction: Transaction; isAnswered: boolean }
  | { step: 'unknown'; attempt: Attempt; before: KnownPaymentIds }
  | { step: 'done'; receipt: Receipt }
  | { step: 'failed'; attempt: Attempt; reason: ApiFailure }
  | { step: 'owned'; attempt: Attempt };

type StateOf<Step extends PaymentState['step']> = Extract<PaymentState, { step: Step }>;
type AttemptEvent<Facts = object> = PayloadAction<{ key: string } & Facts>;

const openForm = (key: string, facts: Partial<StateOf<'choosing'>> = {}): PaymentState => ({
  step: 'choosing',
  key,
  tried: [],
  isToppedUp: false,
  change: null,
  ...facts,
});

const withNextKey = <Payload extends object>(payload: Payload) => ({
  payload: { ...payload, nextKey: createRandomKey() },
});

/** False for a late response to an earlier attempt, which must not change a later one. */
const isAwaited = (state: PaymentState, key: string): state is StateOf<'paying' | 'recovering' | 'bank'> =>
  (state.step === 'paying' || state.step === 'recovering' || state.step === 'bank') && state.attempt.key === key;

export const toAttempt = (key: string, [purchase, ...next]: Purchase[]): Attempt | null =>
  purchase ? { key, purchase, next, isToppedUp: false } : null;

export const toNextAttempt = (attempt: Attempt): Attempt | null => {
  const rest = toAttempt(attempt.key, attempt.next);
  return rest && { ...rest, isToppedUp: isAfterTopUp(attempt) };
};

const isAfterTopUp = ({ purchase, isToppedUp }: Attempt) => isToppedUp || purchase.kind === 'topUp';

export const toPurchases = ({ purchase, next }: Attempt): Purchase[] => [purchase, ...next];

/** Events have the key of their attempt. Those for another attempt or step change nothing. */
export const paymentSlice = createSlice({
  name: 'checkout',
  initialState: openForm(''),
  reducers: {
    paymentStarted(state, { payload: { attempt } }: PayloadAction<{ attempt: Attempt }>): PaymentState {
      const isFirst = state.step === 'choosing' && state.key === attempt.key;
      const isRepeat = state.step === 'unknown' && state.attempt.key === attempt.key;
      return isFirst || isRepeat || isAwaited(state, attempt.key) ? { step: 'paying', attempt, isSlow: false } : state;
    },
    paymentRedirected(state, { payload: { key } }: AttemptEvent): PaymentState {
      return isAwaited(state, key) ? { step: 'redirected', attempt: state.attempt } : state;
    },
    paymentSlowed(state, { payload: { key } }: AttemptEvent): PaymentState {
      return isAwaited(state, key) && state.step === 'paying' ? { ...state, isSlow: true } : state;
    },
    recoveryStarted(state, { payload: { key } }: AttemptEvent): PaymentState {
      if (state.step !== 'unknown' || state.attempt.key !== key) return state;
      return { step: 'recovering', attempt: state.attempt, before: state.before };
    },
    /** The backend has the payment, even if its response was lost: track it. */
    transactionReceived(state, { payload: { key } }: AttemptEvent): PaymentState {
      const isLost = isAwaited(state, key) && state.step === 'recovering';
      return isLost ? { step: 'paying', attempt: state.attempt, isSlow: false } : state;
    },
    /** Shows the form of the purchase after the top-up: it is never paid without a press. */
    topUpRecovered: {
      prepare: (payload: { key: string }) => withNextKey(payload),
      reducer(state, { payload: { key, nextKey } }: AttemptEvent<{ nextKey: string }>): PaymentState {
        return isAwaited(state, key)
          ? openForm(nextKey, { tried: state.attempt.next, isToppedUp: isAfterTopUp(state.attempt) })
          : state;
      },
    },
    bankRequested(state, { payload: { key, transaction } }: AttemptEvent<{ transaction: Transaction }>): PaymentState {
      if (!isAwaited(state, key)) return state;
      const isAnswered = state.step === 'bank' && state.isAnswered;
      return { step: 'bank', attempt: state.attempt, transaction, isAnswered };
    },
    bankAnswerSent(state, { payload: { key } }: AttemptEvent): PaymentState {
      return isAwaited(state, key) && state.step === 'bank' ? { ...state, isAnswered: true } : state;
    },
    outcomeUnknown(state, { payload: { key, before } }: AttemptEvent<{ before: KnownPaymentIds }>): PaymentState {
      return isAwaited(state, key) ? { step: 'unknown', attempt: state.attempt, before } : state;
    },
    paymentDone(state, { payload: { key, receipt } }: AttemptEvent<{ receipt: Receipt }>): PaymentState {
      return isAwaited(state, key) ? { step: 'done', receipt } : state;
    },
    paymentFailed(state, { payload: { key, reason } }: AttemptEvent<{ reason: ApiFailure }>): PaymentState {
      return isAwaited(state, key) ? { step: 'failed', attempt: state.attempt, reason } : state;
    },
    alreadyOwned(state, { payload: { key } }: AttemptEvent): PaymentState {
      return isAwaited(state, key) ? { step: 'owned', attempt: state.attempt } : state;
    },
    /** By the payer, to correct the form or give up a payment with an unknown outcome; or because something changed. */
    formReopened: {
      prepare: (payload: { key: string; change?: FormChange }) => withNextKey(payload),
      reducer(state, { payload }: AttemptEvent<{ nextKey: string; change?: FormChange }>): PaymentState {
        const { key, nextKey, change = null } = payload;
        const isEnded = (state.step === 'failed' || state.step === 'unknown') && state.attempt.key === key;
        if (!isEnded && !isAwaited(state, key)) return state;
        const { attempt } = state;
        return openForm(nextKey, { tried: toPurchases(attempt), isToppedUp: attempt.isToppedUp, change });
      },
    },
  },
  extraReducers: (builder) => {
    builder.addCase(intentOpened, (_state, { payload: { key, started } }) => {
      const attempt = started && toAttempt(key, started.attempt);
      return attempt ? { step: 'recovering' as const, attempt, before: started.before } : openForm(key);
    });
  },
});

export const {
  paymentStarted,
  paymentRedirected,
  paymentSlowed,
  recoveryStarted,
  transactionReceived,
  topUpRecovered,
  bankRequested,
  bankAnswerSent,
  outcomeUnknown,
  paymentDone,
  paymentFailed,
  alreadyOwned,
  formReopened,
} = paymentSlice.actions;

export const isFinalAction = isAnyOf(paymentDone, alreadyOwned, paymentFailed, formReopened, topUpRecovered);

export const paymentRequested = createAction<Purchase[]>('checkout/paymentRequested');
/** Pays, unless the sheet is closed before the card is saved. The purchases have no card yet. */
export const cardPaymentRequested = createAction<{ card: NewCard; purchases: Purchase[] }>(
  'checkout/cardPaymentRequested',
);
export const recoveryRequested = createAction('checkout/recoveryRequested');
export const retryRequested = createAction('checkout/retryRequested');
export const bankAnswered = createAction<'approve' | 'refuse'>('checkout/bankAnswered');
export const paymentEventReceived = createAction('checkout/paymentEventReceived');

export const runStarted = createAction('checkout/runStarted');
export const runEnded = createAction('checkout/runEnded');
/** True while the saga handles a press, even one in a sheet that was closed. It ignores other presses until then. */
export const isRunningReducer = createReducer(false, (builder) => {
  builder.addCase(runStarted, () => true);
  builder.addCase(runEnded, () => false);
});

const NO_PURCHASES: Purchase[] = [];

export const selectPayment = (state: StoreState): PaymentState => state.checkout.payment;
export const selectIsRunning = (state: StoreState) => state.checkout.isRunning;
export const selectLastPurchases = (state: StoreState) => {
  const payment = selectPayment(state);
  return payment.step === 'choosing' ? payment.tried : NO_PURCHASES;
};
/** In major units; null if the new price is unknown, undefined if it did not change. */
export const selectNewPrice = (state: StoreState) => {
  const payment = selectPayment(state);
  return payment.step === 'choosing' && payment.change?.kind === 'price' ? payment.change.price : undefined;
};
/** Key of the sheet's current or next attempt; null after it was paid. */
export const selectKey = (state: StoreState): string | null => {
  const payment = selectPayment(state);
  if (payment.step === 'done') return null;
  return payment.step === 'choosing' ? payment.key : payment.attempt.key;
};

export const getMoneyText = ({ isToppedUp }: { isToppedUp: boolean }) =>
  isToppedUp ? 'The top-up is in your wallet.' : 'You were not charged.';
