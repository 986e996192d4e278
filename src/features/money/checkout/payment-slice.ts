import { createAction, createReducer, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { createRandomKey } from '@/lib/random-key';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';
import type { NewCard } from './cards-slice';
import { intentOpened } from './intent-feature';
import type { KnownPaymentIds, Purchase, Transaction } from './purchase';

/** One press to pay: what is being paid now, and what follows once that is paid. */
export interface Attempt {
  /** Idempotency key of its calls. */
  key: string;
  purchase: Purchase;
  /** A top-up is followed by what it is for, a product by the others of its cart. */
  next: Purchase[];
  /** A top-up was paid before `purchase`. */
  isToppedUp: boolean;
}

export interface Receipt {
  purchase: Purchase;
  /** Of a payment through a gateway. */
  transactionId?: string;
  /** Of what the wallet paid, where the backend keeps receipts of that. */
  chargeId?: string;
  /** Where what was ordered is told of. */
  orderPath?: string;
}

/** Why the form is shown again: the price differs from the one that was seen (null: not known), or a refusal to correct here. */
export type FormChange = { kind: 'price'; price: number | null } | { kind: 'refusal'; failure: ApiFailure };

/**
 * How the payment of the open sheet stands.
 *
 * - `choosing`: the form. `key` will mark the next attempt; `tried` is what the last one still had to pay.
 * - `paying`: the call is on its way, or the payment is being processed. `isSlow`: the sheet can be closed.
 * - `redirected`: the gateway's own page is loading; its return address shows the outcome.
 * - `recovering`: the sheet was opened for a payment whose end was not seen. Its outcome is looked for; nothing is sent.
 * - `bank`: the bank asks the payer. `isAnswered`: its decision is awaited.
 * - `unknown`: the answer was lost and the payment history does not show the payment. It is never sent again by itself. Promises M-18.
 * - `done`, `failed`, `owned` (it was paid for before): the ends. Only `failed` leads back to the form.
 *
 * `before` holds the payment ids that were known before the first call: a newer one is the lost payment.
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

/** @param key marks the attempt that the form begins. */
const openForm = (key: string, facts: Partial<StateOf<'choosing'>> = {}): PaymentState => ({
  step: 'choosing',
  key,
  tried: [],
  isToppedUp: false,
  change: null,
  ...facts,
});

/** The next attempt is another payment: it gets another idempotency key. */
const withNextKey = <Payload extends object>(payload: Payload) => ({
  payload: { ...payload, nextKey: createRandomKey() },
});

/** Whether this very attempt waits for its outcome: a late answer of an earlier one must not change a later one. */
const isAwaited = (state: PaymentState, key: string): state is StateOf<'paying' | 'recovering' | 'bank'> =>
  (state.step === 'paying' || state.step === 'recovering' || state.step === 'bank') && state.attempt.key === key;

export const toAttempt = (key: string, [purchase, ...next]: Purchase[]): Attempt | null =>
  purchase ? { key, purchase, next, isToppedUp: false } : null;

/** What is left of an attempt whose first purchase was paid. */
export const toNextAttempt = (attempt: Attempt): Attempt | null => {
  const rest = toAttempt(attempt.key, attempt.next);
  return rest && { ...rest, isToppedUp: isAfterTopUp(attempt) };
};

const isAfterTopUp = ({ purchase, isToppedUp }: Attempt) => isToppedUp || purchase.kind === 'topUp';

export const toPurchases = ({ purchase, next }: Attempt): Purchase[] => [purchase, ...next];

/** Events of an attempt carry its key. An event that does not fit the step, or is of another attempt, changes nothing. */
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
    /** The backend has a record of the payment: it is tracked, also when its answer was thought lost. */
    transactionReceived(state, { payload: { key } }: AttemptEvent): PaymentState {
      const isLost = isAwaited(state, key) && state.step === 'recovering';
      return isLost ? { step: 'paying', attempt: state.attempt, isSlow: false } : state;
    },
    /** Nothing more is sent without a press: the form comes back for what the top-up was for. */
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
    /** By its payer, who corrects the form or gives up a payment whose outcome is unknown, or since something changed. */
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

/** The outcome of an attempt is known, or its payer gave it up. */
export const isFinalAction = isAnyOf(paymentDone, alreadyOwned, paymentFailed, formReopened, topUpRecovered);

export const paymentRequested = createAction<Purchase[]>('checkout/paymentRequested');
/** Saves a card that was just typed, then pays with it unless the sheet was closed; purchases name no card yet. */
export const cardPaymentRequested = createAction<{ card: NewCard; purchases: Purchase[] }>(
  'checkout/cardPaymentRequested',
);
/** To look once more for a payment whose answer was lost. */
export const recoveryRequested = createAction('checkout/recoveryRequested');
/** To send the attempt once more under the same key: its answer was lost, and the payment history does not show it. */
export const retryRequested = createAction('checkout/retryRequested');
export const bankAnswered = createAction<'approve' | 'refuse'>('checkout/bankAnswered');
/** The socket reported a change of some payment. */
export const paymentEventReceived = createAction('checkout/paymentEventReceived');

export const runStarted = createAction('checkout/runStarted');
export const runEnded = createAction('checkout/runEnded');
/** Whether the saga works on a press, perhaps of a sheet that was closed since. It takes no other press meanwhile. */
export const isRunningReducer = createReducer(false, (builder) => {
  builder.addCase(runStarted, () => true);
  builder.addCase(runEnded, () => false);
});

const NO_PURCHASES: Purchase[] = [];

export const selectPayment = (state: StoreState): PaymentState => state.checkout.payment;
export const selectIsRunning = (state: StoreState) => state.checkout.isRunning;
/** What the last attempt still had to pay: the form begins with what was chosen then. */
export const selectLastPurchases = (state: StoreState) => {
  const payment = selectPayment(state);
  return payment.step === 'choosing' ? payment.tried : NO_PURCHASES;
};
/** In major units; null when the changed price is not known, undefined while no change is. */
export const selectNewPrice = (state: StoreState) => {
  const payment = selectPayment(state);
  return payment.step === 'choosing' && payment.change?.kind === 'price' ? payment.change.price : undefined;
};
/** The key of the open sheet's attempt, present or next; null once it is paid. */
export const selectKey = (state: StoreState): string | null => {
  const payment = selectPayment(state);
  if (payment.step === 'done') return null;
  return payment.step === 'choosing' ? payment.key : payment.attempt.key;
};

/** What became of the money of an attempt that brought nothing. */
export const getMoneyText = ({ isToppedUp }: { isToppedUp: boolean }) =>
  isToppedUp ? 'The top-up is in your wallet.' : 'You were not charged.';
