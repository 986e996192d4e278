import { createAction, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { paymentRoutes } from '@contract/money/payment-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { randomKey } from '@/lib/random-key';
import type { ApiFailure } from '@/services/api-error';
import { selectServes } from '@/store/backend';
import type { StoreState } from '@/store/state';
import type { Purchase, Transaction, KnownPaymentIds } from './purchase';
import { intentOpened } from './intent-feature';

export type Card = EndpointData<'listCards'>['data'][number];
export type Coupon = EndpointData<'applyCoupon'>;
export type NewCard = EndpointInput<'addCard'>['body'];
type Performer = EndpointData<'getPerformer'>;
export type TaxKind = 'wallet' | 'subscription';

/**
 * ready → paying → bank → done, or `failed` with the reason. `unknown`: no answer came, and the books show nothing yet; only
 * the very same request may be sent again, and only to a backend that honours its key. `owned`: it was paid for before.
 */
type Step = 'ready' | 'paying' | 'bank' | 'done' | 'failed' | 'unknown' | 'owned';

export interface CheckoutState {
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
  /** The creator to subscribe to, with prices, where the intent did not bring them. */
  performer: { status: 'idle' | 'pending' | 'failed'; found: Performer | null };
  cards: { list: Card[]; status: 'idle' | 'pending' | 'ready' | 'failed'; error: ApiFailure | null };
  cardForm: { status: 'idle' | 'pending' | 'failed'; error: ApiFailure | null; addedId: string | null };
  /** The card at work: becoming the default, being deleted. Until then no other is offered either. */
  busyCardId: string | null;
  /** A card needs a confirmed address; null until that is known. */
  email: {
    isVerified: boolean | null;
    /** `unopened`: the person says the link was opened, the server knows nothing of it. */
    status: 'idle' | 'pending' | 'looking' | 'sent' | 'unopened' | 'failed';
    error: ApiFailure | null;
  };
  coupon: { applied: Coupon | null; status: 'idle' | 'pending' | 'failed'; error: ApiFailure | null };
  /** A fraction; undefined while it is not known. */
  taxRates: Partial<Record<TaxKind, number>>;
}

declare module '@/store/state' {
  interface StoreState {
    checkout: CheckoutState;
  }
}

export const cardAddRequested = createAction<NewCard>('checkout/cardAddRequested');
export const emailCheckRequested = createAction('checkout/emailCheckRequested');
export const emailResendRequested = createAction('checkout/emailResendRequested');
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
export const taxRequested = createAction<TaxKind>('checkout/taxRequested');
export const performerRequested = createAction<{ id: string }>('checkout/performerRequested');

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

const initialState: CheckoutState = {
  ...attemptState,
  tried: [],
  isUnderWay: false,
  key: '',
  performer: { status: 'idle', found: null },
  cards: { list: [], status: 'idle', error: null },
  cardForm: { status: 'idle', error: null, addedId: null },
  busyCardId: null,
  email: { isVerified: null, status: 'idle', error: null },
  coupon: { applied: null, status: 'idle', error: null },
  taxRates: {},
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
    performerLoaded(state, { payload }: PayloadAction<Performer>) {
      state.performer = { status: 'idle', found: payload };
    },
    performerFailed(state) {
      state.performer.status = 'failed';
    },
    taxLoaded(state, { payload }: PayloadAction<{ kind: TaxKind; rate: number }>) {
      state.taxRates[payload.kind] = payload.rate;
    },
    cardsRequested(state) {
      state.cards.status = 'pending';
      state.cards.error = null;
    },
    cardsLoaded(state, { payload }: PayloadAction<Card[]>) {
      state.cards = { list: payload, status: 'ready', error: null };
    },
    cardsFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state.cards, { status: 'failed', error: payload });
    },
    /** A card was saved; maybe in a sheet that was left, which `cardAdded` would tell. */
    cardKept(state, { payload }: PayloadAction<Card>) {
      const others = state.cards.list.filter((card) => card._id !== payload._id);
      if (payload.isDefault) for (const card of others) card.isDefault = false;
      state.cards.list = payload.isDefault ? [payload, ...others] : [...others, payload];
      state.cards.status = 'ready';
    },
    /** @param payload the id of the card that was typed in this sheet. */
    cardAdded(state, { payload }: PayloadAction<string>) {
      state.cardForm = { status: 'idle', error: null, addedId: payload };
    },
    cardAddFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.cardForm = { status: 'failed', error: payload, addedId: null };
      if (payload.code === 'EMAIL_NOT_VERIFIED') state.email.isVerified = false;
    },
    cardFormOpened(state) {
      state.cardForm = { status: 'idle', error: null, addedId: null };
    },
    defaultCardRequested(state, { payload }: PayloadAction<{ cardId: string }>) {
      state.busyCardId = payload.cardId;
    },
    defaultCardChanged(state, { payload }: PayloadAction<{ cardId: string }>) {
      for (const card of state.cards.list) card.isDefault = card._id === payload.cardId;
    },
    /** @param isSilent nobody asked for it: nothing is said. */
    cardDeleteRequested(state, { payload }: PayloadAction<{ cardId: string; isSilent?: boolean }>) {
      state.busyCardId = payload.cardId;
    },
    cardDeleted(state, { payload }: PayloadAction<{ cardId: string }>) {
      state.cards.list = state.cards.list.filter((card) => card._id !== payload.cardId);
    },
    /** Whatever came of it, and once the list is as the backend has it. */
    cardChangeEnded(state) {
      state.busyCardId = null;
    },
    emailChecked(state, { payload }: PayloadAction<{ isVerified: boolean; wasSent: boolean }>) {
      state.email = { isVerified: payload.isVerified, status: payload.wasSent ? 'sent' : 'idle', error: null };
    },
    /** The person says that the link was opened. */
    emailLookRequested(state) {
      Object.assign(state.email, { status: 'looking', error: null });
    },
    emailLooked(state, { payload }: PayloadAction<{ isVerified: boolean }>) {
      state.email = { ...payload, status: payload.isVerified ? 'idle' : 'unopened', error: null };
    },
    emailFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state.email, { status: 'failed', error: payload });
    },
    couponRequested(state, _action: PayloadAction<{ code: string }>) {
      state.coupon = { applied: null, status: 'pending', error: null };
    },
    couponApplied(state, { payload }: PayloadAction<Coupon>) {
      state.coupon = { applied: payload, status: 'idle', error: null };
    },
    couponFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.coupon = { applied: null, status: 'failed', error: payload };
    },
    couponRemoved(state) {
      state.coupon = { applied: null, status: 'idle', error: null };
    },
  },
  extraReducers: (builder) => {
    builder.addCase(intentOpened, (state, { payload }) => ({
      ...initialState,
      key: payload.key,
      isUnderWay: state.isUnderWay,
      cards: state.cards,
      busyCardId: state.busyCardId,
      email: { ...initialState.email, isVerified: state.email.isVerified },
      taxRates: state.taxRates,
      // How it ended is looked for first, or its call is still under way: nothing else may be pressed until that is known.
      ...(payload.started && {
        step: 'paying' as const,
        attempt: payload.started.attempt,
        before: payload.started.before,
      }),
    }));
    builder.addCase(performerRequested, (state) => {
      state.performer.status = 'pending';
    });
    builder.addMatcher(isAnyOf(cardAddRequested, cardPaymentRequested), (state) => {
      state.cardForm = { status: 'pending', error: null, addedId: null };
    });
    builder.addMatcher(isAnyOf(emailCheckRequested, emailResendRequested), (state) => {
      Object.assign(state.email, { status: 'pending', error: null });
    });
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
  performerLoaded,
  performerFailed,
  taxLoaded,
  cardsRequested,
  cardsLoaded,
  cardsFailed,
  cardKept,
  cardAdded,
  cardAddFailed,
  cardFormOpened,
  defaultCardRequested,
  defaultCardChanged,
  cardDeleteRequested,
  cardDeleted,
  cardChangeEnded,
  emailLookRequested,
  emailLooked,
  emailChecked,
  emailFailed,
  couponRequested,
  couponApplied,
  couponFailed,
  couponRemoved,
} = checkoutSlice.actions;

/** What is said when an attempt has come to its end, whatever that is. */
export const isEnd = isAnyOf(paymentDone, paymentOwned, paymentFailed, paymentReopened);

export const selectCheckout = (state: StoreState) => state.checkout;
/** What became of the money of an attempt that brought nothing. */
export const moneyText = ({ isToppedUp }: CheckoutState) =>
  isToppedUp ? 'The top-up is in your wallet.' : 'You were not charged.';
export const selectCards = (state: StoreState) => state.checkout.cards;

/** Whether the backend keeps cards: older ones leave them to their gateway altogether. */
export const selectKeepsCards = selectServes(paymentRoutes.listCards);
