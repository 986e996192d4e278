import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import { randomKey } from '@/lib/random-key';
import type { Payee, UnlockItem } from '@/store/intents';
import type { StoreState } from '@/store/state';

export type SubscriptionPlan = 'monthly' | 'yearly' | 'free';
export type SubscribeTo = EndpointData<'getPerformer'> | (Payee & { monthlyPrice?: number });

/** What somebody wants to pay for: one sheet each. */
export type Wish =
  | { kind: 'unlock'; item: UnlockItem }
  | { kind: 'tip'; performer: Payee; conversationId?: string }
  | { kind: 'subscribe'; performer: SubscribeTo; plan: SubscriptionPlan }
  | { kind: 'topUp'; missing?: number }
  | { kind: 'platform' }
  | { kind: 'card' };

/** The little of the checkout that every page carries: what is wanted. The sheets come when something is. */
interface WishState {
  /** Stays while its sheet closes. */
  wish: Wish | null;
  isOpen: boolean;
}

declare module '@/store/state' {
  interface StoreState {
    wish: WishState;
  }
}

/** To save a card, outside any purchase. */
export const addCardWanted = createAction('checkout/addCardWanted');

const initialState: WishState = { wish: null, isOpen: false };

export const wishSlice = createSlice({
  name: 'wish',
  initialState,
  reducers: {
    /** `key` marks the money calls of this sheet, so that nothing in it is charged twice. */
    wishOpened: {
      prepare: (wish: Wish) => ({ payload: { wish, key: randomKey() } }),
      reducer(state, { payload }: PayloadAction<{ wish: Wish; key: string }>) {
        state.wish = payload.wish;
        state.isOpen = true;
      },
    },
    wishClosed(state) {
      state.isOpen = false;
    },
  },
});

export const { wishOpened, wishClosed } = wishSlice.actions;
export const selectWish = (state: StoreState) => state.wish?.wish ?? null;
export const selectIsWishOpen = (state: StoreState) => state.wish?.isOpen ?? false;
