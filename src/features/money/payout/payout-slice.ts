import { combineReducers, createAction, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import { isUnknownAddress, type ApiFailure } from '@/services/api-error';
import { createChangeSlice, type ChangeState } from '@/store/change-slice';
import type { PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { payouts, payoutsExport, type PayoutQuery } from './payout-list';
import type { AccountType, Payout } from './payout-words';

export type PayoutSums = EndpointData<'calculatePayout'>;
export type StripeAccount = EndpointData<'getStripeAccount'>;

interface OverviewState {
  sums: PayoutSums | null;
  /** Whether a request is under review; the backend allows only one. */
  hasPending: boolean;
  latest: Payout | null;
  /** Null until loaded, and if the backend does not pay by Stripe. */
  stripe: StripeAccount | null;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
}

interface Quote extends Pick<PayoutSums, 'feeTokens' | 'netTokens' | 'arrivesAt'> {
  amount: number;
}

interface OpenedState {
  id: string;
  payout: Payout | null;
  status: 'idle' | 'pending' | 'ready' | 'missing' | 'failed';
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    payouts: {
      list: PagedList<Payout, PayoutQuery>;
      overview: OverviewState;
      quote: Quote | null;
      opened: OpenedState;
      change: ChangeState;
      isExporting: boolean;
    };
  }
}

export interface PayoutFields {
  requestTokens: number;
  paymentAccountType: AccountType;
  requestNote: string;
}

export const overviewRequested = createAction('payouts/overviewRequested');
export const amountTyped = createAction<number>('payouts/amountTyped');
/** @param key one per confirmation, so that a second press repeats the same request. `id`: the request to change. */
export const payoutSubmitted = createAction<{ id?: string | undefined; fields: PayoutFields; key: string }>(
  'payouts/submitted',
);
export const withdrawRequested = createAction<{ payout: Payout; key: string }>('payouts/withdrawRequested');
/** Clears the result of the previous change. */
export const changeOpened = createAction('payouts/changeOpened');
export const payoutsChanged = createAction('payouts/changed');

const noOverview: OverviewState = {
  sums: null,
  hasPending: false,
  latest: null,
  stripe: null,
  status: 'idle',
  error: null,
};

type Overview = Pick<OverviewState, 'sums' | 'hasPending' | 'latest' | 'stripe'>;

const overviewSlice = createSlice({
  name: 'payouts/overview',
  initialState: noOverview,
  reducers: {
    overviewLoaded: (_state, { payload }: PayloadAction<Overview>) => ({
      ...noOverview,
      ...payload,
      status: 'ready' as const,
    }),
    overviewFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(overviewRequested, (state) => {
      state.status = 'pending';
      state.error = null;
    });
  },
});

const quoteSlice = createSlice({
  name: 'payouts/quote',
  initialState: (): Quote | null => null,
  reducers: { quoteLoaded: (_state, { payload }: PayloadAction<Quote>) => payload },
});

const nothingOpened: OpenedState = { id: '', payout: null, status: 'idle', error: null };

const openedSlice = createSlice({
  name: 'payouts/opened',
  initialState: nothingOpened,
  reducers: {
    payoutRequested(state, { payload }: PayloadAction<string>) {
      if (state.id !== payload) state.payout = null;
      state.id = payload;
      state.status = 'pending';
      state.error = null;
    },
    payoutLoaded(state, { payload }: PayloadAction<Payout>) {
      state.payout = payload;
      state.status = 'ready';
    },
    payoutFailed(state, { payload }: PayloadAction<ApiFailure>) {
      // The server sends the same errors for another account's request as for a missing one or a malformed id.
      state.status = isUnknownAddress(payload) || payload.status === 403 ? 'missing' : 'failed';
      state.error = payload;
    },
  },
});

const changeSlice = createChangeSlice({
  name: 'payouts/change',
  opened: changeOpened,
  isBegun: isAnyOf(payoutSubmitted, withdrawRequested),
});

export const { overviewLoaded, overviewFailed } = overviewSlice.actions;
export const { quoteLoaded } = quoteSlice.actions;
export const { payoutRequested, payoutLoaded, payoutFailed } = openedSlice.actions;
export const { changeDone, changeCalledOff, changeFailed } = changeSlice.actions;

export const payoutReducer = combineReducers({
  list: payouts.reducer,
  overview: overviewSlice.reducer,
  quote: quoteSlice.reducer,
  opened: openedSlice.reducer,
  change: changeSlice.reducer,
  isExporting: payoutsExport.reducer,
});

export const selectOverview = (state: StoreState) => state.payouts.overview;
export const selectQuote = (state: StoreState) => state.payouts.quote;
export const selectOpenedPayout = (state: StoreState) => state.payouts.opened;
export const selectPayoutChange = (state: StoreState) => state.payouts.change;
