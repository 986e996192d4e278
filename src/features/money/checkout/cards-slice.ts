import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { paymentRoutes } from '@contract/money/payment-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { selectSupportsCall } from '@/store/backend';
import type { StoreState } from '@/store/state';

export type Card = EndpointData<'listCards'>['data'][number];
export type NewCard = EndpointInput<'addCard'>['body'];

export interface CardsState {
  list: Card[];
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  busyId: string | null;
}

const initialState: CardsState = { list: [], status: 'idle', error: null, busyId: null };

export const cardsSlice = createSlice({
  name: 'checkout',
  initialState,
  reducers: {
    cardsRequested(state) {
      state.status = 'pending';
      state.error = null;
    },
    cardsLoaded(state, { payload }: PayloadAction<Card[]>) {
      state.list = payload;
      state.status = 'ready';
      state.error = null;
    },
    cardsFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
    cardSaved(state, { payload }: PayloadAction<Card>) {
      const others = state.list.filter((card) => card._id !== payload._id);
      if (payload.isDefault) for (const card of others) card.isDefault = false;
      state.list = payload.isDefault ? [payload, ...others] : [...others, payload];
      state.status = 'ready';
    },
    defaultCardRequested(state, { payload }: PayloadAction<{ cardId: string }>) {
      state.busyId = payload.cardId;
    },
    defaultCardChanged(state, { payload }: PayloadAction<{ cardId: string }>) {
      for (const card of state.list) card.isDefault = card._id === payload.cardId;
    },
    /** @param action with `isSilent`, neither success nor failure is shown. */
    cardDeleteRequested(state, { payload }: PayloadAction<{ cardId: string; isSilent?: boolean }>) {
      state.busyId = payload.cardId;
    },
    cardDeleted(state, { payload }: PayloadAction<{ cardId: string }>) {
      state.list = state.list.filter((card) => card._id !== payload.cardId);
    },
    cardChangeEnded(state) {
      state.busyId = null;
    },
  },
});

export const {
  cardsRequested,
  cardsLoaded,
  cardsFailed,
  cardSaved,
  defaultCardRequested,
  defaultCardChanged,
  cardDeleteRequested,
  cardDeleted,
  cardChangeEnded,
} = cardsSlice.actions;

export const selectCards = (state: StoreState) => state.checkout.cards;

/** False on older backends, where only the gateway handles cards. */
export const selectSupportsSavedCards = selectSupportsCall(paymentRoutes.listCards);
