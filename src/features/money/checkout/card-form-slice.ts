import { createAction, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';
import type { NewCard } from './cards-slice';
import { cardPaymentRequested } from './payment-slice';
import { intentOpened } from './intent-feature';

export interface CardFormState {
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
  /** Id of the card that was saved in this sheet. */
  addedId: string | null;
}

export const cardAddRequested = createAction<NewCard>('checkout/cardAddRequested');

const initialState: CardFormState = { status: 'idle', error: null, addedId: null };

export const cardFormSlice = createSlice({
  name: 'checkout',
  initialState,
  reducers: {
    cardFormOpened: () => initialState,
    /** The card or the amount was changed, so the last refusal is no longer about what would be paid. */
    cardFormEdited: (state): CardFormState => (state.status === 'failed' ? initialState : state),
    cardAdded: (_state, { payload }: PayloadAction<string>): CardFormState => ({ ...initialState, addedId: payload }),
    cardAddFailed: (_state, { payload }: PayloadAction<ApiFailure>): CardFormState => ({
      ...initialState,
      status: 'failed',
      error: payload,
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(intentOpened, () => initialState);
    builder.addMatcher(isAnyOf(cardAddRequested, cardPaymentRequested), () => ({
      ...initialState,
      status: 'pending' as const,
    }));
  },
});

export const { cardFormOpened, cardFormEdited, cardAdded, cardAddFailed } = cardFormSlice.actions;

export const selectCardForm = (state: StoreState) => state.checkout.cardForm;
