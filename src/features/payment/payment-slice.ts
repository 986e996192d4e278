import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { limits } from '@contract/limits';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type Charge = EndpointData<'listCharges'>['data'][number];
export type Transaction = EndpointData<'searchTransactions'>['data'][number];
export type ChargeQuery = Pick<NonNullable<EndpointInput<'listCharges'>['query']>, 'type' | 'offset'>;
export type TransactionQuery = Pick<NonNullable<EndpointInput<'searchTransactions'>['query']>, 'status' | 'offset'>;

export interface PageOf<Row> {
  rows: Row[];
  total: number;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
}

/** One line of the wallet: money in by card, money out for something. */
export type Movement = { kind: 'in'; transaction: Transaction } | { kind: 'out'; charge: Charge };

export interface PaymentState {
  charges: PageOf<Charge> & { query: ChargeQuery };
  transactions: PageOf<Transaction> & { query: TransactionQuery };
  /** The last lines of the wallet, newest first. */
  movements: PageOf<Movement>;
}

declare module '@/store/state' {
  interface StoreState {
    payment: PaymentState;
  }
}

/** Rows a page of a table. */
export const rowsPerPage = limits.tablePage;

export const movementsRequested = createAction('payment/movementsRequested');

const emptyPage = { rows: [], total: 0, status: 'idle' as const, error: null };
const initialState: PaymentState = {
  charges: { ...emptyPage, query: {} },
  transactions: { ...emptyPage, query: {} },
  movements: emptyPage,
};

export const paymentSlice = createSlice({
  name: 'payment',
  initialState,
  reducers: {
    chargesRequested(state, { payload: query }: PayloadAction<ChargeQuery>) {
      const rows = query.type === state.charges.query.type ? state.charges.rows : [];
      Object.assign(state.charges, { query, rows, status: 'pending', error: null });
    },
    chargesLoaded(state, { payload }: PayloadAction<{ rows: Charge[]; total: number }>) {
      Object.assign(state.charges, payload, { status: 'ready' });
    },
    chargesFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state.charges, { status: 'failed', error: payload });
    },
    transactionsRequested(state, { payload: query }: PayloadAction<TransactionQuery>) {
      Object.assign(state.transactions, { query, status: 'pending', error: null });
    },
    transactionsLoaded(state, { payload }: PayloadAction<{ rows: Transaction[]; total: number }>) {
      Object.assign(state.transactions, payload, { status: 'ready' });
    },
    transactionsFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state.transactions, { status: 'failed', error: payload });
    },
    movementsLoaded(state, { payload: rows }: PayloadAction<Movement[]>) {
      state.movements = { rows, total: rows.length, status: 'ready', error: null };
    },
    movementsFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state.movements, { status: 'failed', error: payload });
    },
  },
  extraReducers: (builder) => {
    builder.addCase(movementsRequested, (state) => {
      Object.assign(state.movements, { status: 'pending', error: null });
    });
  },
});

export const {
  chargesRequested,
  chargesLoaded,
  chargesFailed,
  transactionsRequested,
  transactionsLoaded,
  transactionsFailed,
  movementsLoaded,
  movementsFailed,
} = paymentSlice.actions;

export const selectCharges = (state: StoreState) => state.payment.charges;
export const selectTransactions = (state: StoreState) => state.payment.transactions;
export const selectMovements = (state: StoreState) => state.payment.movements;
