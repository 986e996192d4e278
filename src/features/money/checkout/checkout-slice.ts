import { createAction, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { randomKey } from '@/lib/random-key';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';
import type { Purchase, Transaction, KnownPaymentIds } from './purchase';
import { intentOpened } from './intent-feature';
import type { NewCard } from './cards-slice';

/**
 * ready → paying → bank → done, or `failed` with the reason. `unknown`: no answer came, and the books show nothing yet; only
 * the very same request may be sent again, and only to a backend that honours its key. `owned`: it was paid for before.
 */
type Step = 'ready' | 'paying' | 'bank' | 'done' | 'failed' | 'unknown' | 'owned';

export interface PaymentState {
  step: Step;
  /** Marks the money calls of one attempt; renewed when one has ended for good. */
  key: string;
  /** What is being paid, was paid or failed, with what comes after it: to send the same again. */
  attempt: Purchase[];
  /** What was to be paid before the form came back: it begins with what was chosen then. */
  tried: Purchase[];
  transaction: Transaction | null;
  /** Of what the wallet paid, where the backend keeps receipts of that. */
  chargeId: string | null;
  /** The bank's question has been answered; its word is awaited. */
  isAnswering: boolean;
  /** Money is being moved, maybe for a sheet that was left: until it has ended, no other press is heard. */
  isUnderWay: boolean;
  /** What is left of the attempt comes after a top-up that was paid. */
  isToppedUp: boolean;
  /** It takes longer than usual: the sheet may be closed. */
  isSlow: boolean;
  error: ApiFailure | null;
  /** What the books held before the call whose answer was lost. */
  before: KnownPaymentIds | null;
  /** The price is not the one that was seen: the new one, null when it could not be read. */
  newPrice: number | null | undefined;
}

export const paymentRequested = createAction<Purchase[]>('checkout/paymentRequested');
/** Saves a card that was just typed, then pays with it unless the sheet was left; purchases name no card yet. */
export const cardPaymentRequested = createAction<{ card: NewCard; purchases: Purchase[] }>(
  'checkout/cardPaymentRequested',
);
/** The page was loaded again, or its reader asks: how did the payment end whose answer was lost? */
export const paymentSought = createAction<{ attempt: Purchase[]; before: KnownPaymentIds }>('checkout/paymentSought');
/** Nobody knows how it ended, and its payer begins another one. */
export const paymentAbandoned = createAction('checkout/paymentAbandoned');
/** To send the attempt at hand once more, under the same key: its answer was lost, and the books show nothing of it. */
export const retryRequested = createAction('checkout/retryRequested');
export const bankAnswered = createAction<'approve' | 'refuse'>('checkout/bankAnswered');
/** The socket said something about a payment: look how it stands. */
export const paymentEventReceived = createAction('checkout/paymentEventReceived');
const attemptState = {
  step: 'ready' as Step,
  attempt: [],
  transaction: null,
  chargeId: null,
  isAnswering: false,
  isToppedUp: false,
  isSlow: false,
  error: null,
  before: null,
  newPrice: undefined,
};

const initialState: PaymentState = {
  ...attemptState,
  tried: [],
  isUnderWay: false,
  key: '',
};

/** An attempt that ended for good takes its key with it: the next one is another payment. */
const withNewKey = <P>(payload: P) => ({ payload: { ...payload, key: randomKey() } });

export const checkoutSlice = createSlice({
  name: 'checkout',
  initialState,
  reducers: {
    attemptBegun(state) {
      state.isUnderWay = true;
    },
    attemptEnded(state) {
      state.isUnderWay = false;
    },
    /** @param payload `isFirst` false where a top-up was paid before it. */
    paymentStarted(
      state,
      { payload }: PayloadAction<{ attempt: Purchase[]; before?: KnownPaymentIds; isFirst?: boolean }>,
    ) {
      const { isFirst = true, ...payment } = payload;
      Object.assign(state, { ...attemptState, ...payment, step: 'paying', isToppedUp: !isFirst });
    },
    transactionSeen(state, { payload }: PayloadAction<Transaction>) {
      state.transaction = payload;
      if (payload.status === 'require_authentication' && !state.isAnswering) state.step = 'bank';
    },
    chargeSeen(state, { payload }: PayloadAction<string>) {
      state.chargeId = payload;
    },
    bankAnswerSent(state) {
      state.isAnswering = true;
    },
    paymentSlowed(state) {
      state.isSlow = true;
    },
    paymentDone: {
      prepare: () => withNewKey({}),
      reducer(state, { payload }: PayloadAction<{ key: string }>) {
        Object.assign(state, { step: 'done', key: payload.key, isAnswering: false });
      },
    },
    paymentOwned(state) {
      state.step = 'owned';
    },
    paymentUnknown(state, { payload }: PayloadAction<{ failure: ApiFailure; before: KnownPaymentIds }>) {
      const { failure, before } = payload;
      Object.assign(state, { step: 'unknown', error: failure, before, isAnswering: false });
    },
    paymentFailed: {
      prepare: (error: ApiFailure) => withNewKey({ error }),
      reducer(state, { payload }: PayloadAction<{ error: ApiFailure; key: string }>) {
        Object.assign(state, { step: 'failed', isAnswering: false, ...payload });
      },
    },
    /** Back to the form, with what has changed since it was filled in. */
    paymentReopened: {
      prepare: (news: { error?: ApiFailure; newPrice?: number | null } = {}) => withNewKey(news),
      reducer(state, { payload }: PayloadAction<{ error?: ApiFailure; newPrice?: number | null; key: string }>) {
        if (state.attempt.length > 0) state.tried = state.attempt;
        Object.assign(state, { ...attemptState, isToppedUp: state.isToppedUp, ...payload });
      },
    },
  },
  extraReducers: (builder) => {
    builder.addCase(intentOpened, (state, { payload }) => ({
      ...initialState,
      key: payload.key,
      isUnderWay: state.isUnderWay,
      // How it ended is looked for first, or its call is still under way: nothing else may be pressed until that is known.
      ...(payload.started && {
        step: 'paying' as const,
        attempt: payload.started.attempt,
        before: payload.started.before,
      }),
    }));
  },
});

export const {
  attemptBegun,
  attemptEnded,
  paymentStarted,
  transactionSeen,
  chargeSeen,
  bankAnswerSent,
  paymentSlowed,
  paymentDone,
  paymentOwned,
  paymentUnknown,
  paymentFailed,
  paymentReopened,
} = checkoutSlice.actions;

/** What is said when an attempt has come to its end, whatever that is. */
export const isEnd = isAnyOf(paymentDone, paymentOwned, paymentFailed, paymentReopened);

export const selectCheckout = (state: StoreState) => state.checkout.payment;
/** What became of the money of an attempt that brought nothing. */
export const moneyText = ({ isToppedUp }: PaymentState) =>
  isToppedUp ? 'The top-up is in your wallet.' : 'You were not charged.';
