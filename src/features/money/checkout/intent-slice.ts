import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import { randomKey } from '@/lib/random-key';
import type { Payee, UnlockItem } from '@/store/intents';
import type { StoreState } from '@/store/state';
import type { Purchase } from './purchase';
import type { Traces } from './traces';

export type SubscriptionPlan = 'monthly' | 'yearly' | 'free';
export type SubscribeTo = EndpointData<'getPerformer'> | (Payee & { monthlyPrice?: number });

/** What somebody wants to pay for: one sheet each. */
export type CheckoutIntent =
  | { kind: 'unlock'; item: UnlockItem }
  | { kind: 'tip'; performer: Payee; conversationId?: string }
  | { kind: 'subscribe'; performer: SubscribeTo; plan: SubscriptionPlan }
  | { kind: 'topUp'; missing?: number }
  | { kind: 'platform' }
  | { kind: 'card' };

/** The little of the checkout that every page carries: what is wanted. The sheets come when something is. */
interface IntentState {
  /** Stays while its sheet closes. */
  intent: CheckoutIntent | null;
  isOpen: boolean;
  /** A payment that was under way when the page was loaded again: it goes on. */
  started: StartedAttempt | null;
}

/** An attempt to pay, with the key that marks its calls. */
export interface StartedAttempt {
  key: string;
  attempt: Purchase[];
  /** What the books held before it, where nothing may be sent again. */
  before: Traces | null;
}

declare module '@/store/state' {
  interface StoreState {
    checkoutIntent: IntentState;
  }
}

/** To save a card, outside any purchase. */
export const addCardWanted = createAction('checkout/addCardWanted');

const initialState: IntentState = { intent: null, isOpen: false, started: null };

export const intentSlice = createSlice({
  name: 'checkoutIntent',
  initialState,
  reducers: {
    /**
     * `key` marks the money calls of this sheet, so that nothing in it is charged twice. With `started`, its payment goes on
     * where it was.
     */
    intentOpened: {
      prepare: (intent: CheckoutIntent, started: StartedAttempt | null = null) => ({
        payload: { intent, started, key: started?.key ?? randomKey() },
      }),
      reducer(
        state,
        { payload }: PayloadAction<{ intent: CheckoutIntent; started: StartedAttempt | null; key: string }>,
      ) {
        Object.assign(state, { intent: payload.intent, started: payload.started, isOpen: true });
      },
    },
    intentClosed(state) {
      Object.assign(state, { isOpen: false, started: null });
    },
  },
});

export const { intentOpened, intentClosed } = intentSlice.actions;
export const selectIntent = (state: StoreState) => state.checkoutIntent?.intent ?? null;
export const selectIsCheckoutOpen = (state: StoreState) => state.checkoutIntent?.isOpen ?? false;
export const selectStartedAttempt = (state: StoreState) => state.checkoutIntent?.started ?? null;
