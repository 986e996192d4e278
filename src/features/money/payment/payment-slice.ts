import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { limits } from '@contract/base/limits';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { walletRoutes } from '@contract/money/wallet-routes';
import type { ApiFailure } from '@/services/api-error';
import { selectServes } from '@/store/backend';
import type { StoreState } from '@/store/state';

type InputQuery<Name extends 'listCharges' | 'searchTransactions' | 'listWalletLines'> = NonNullable<
  EndpointInput<Name>['query']
>;

export type Charge = EndpointData<'listCharges'>['data'][number];
export type Transaction = EndpointData<'searchTransactions'>['data'][number];
/** One line of the wallet's account. A backend without a statement does not tell the balance after it. */
export type WalletLine = Omit<EndpointData<'listWalletLines'>['data'][number], 'balanceAfter'> & {
  balanceAfter?: number;
};
export type ChargeQuery = Pick<InputQuery<'listCharges'>, 'type' | 'offset'>;
export type TransactionQuery = Pick<InputQuery<'searchTransactions'>, 'status' | 'fromDate' | 'toDate' | 'offset'>;
export type LineQuery = Pick<
  InputQuery<'listWalletLines'>,
  'direction' | 'amount' | 'fromDate' | 'toDate' | 'limit' | 'offset'
>;

export interface PageOf<Row> {
  rows: Row[];
  total: number;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
}

export interface PaymentState {
  charges: PageOf<Charge> & { query: ChargeQuery };
  transactions: PageOf<Transaction> & { query: TransactionQuery };
  /** The wallet's account, newest first. */
  lines: PageOf<WalletLine> & { query: LineQuery };
  /** A file is being put together. */
  isExporting: boolean;
}

declare module '@/store/state' {
  interface StoreState {
    payment: PaymentState;
  }
}

/** Rows a page of a table. */
export const rowsPerPage = limits.tablePage;
/** Lines on the wallet's first page. */
export const lastLines = 8;

/** The list as it is filtered, as a CSV file. */
export const exportRequested = createAction<'lines' | 'transactions'>('payment/exportRequested');

const emptyPage = { rows: [], total: 0, status: 'idle' as const, error: null };
const initialState: PaymentState = {
  charges: { ...emptyPage, query: {} },
  transactions: { ...emptyPage, query: {} },
  lines: { ...emptyPage, query: {} },
  isExporting: false,
};

/** Another page of the same list leaves the rows until the new ones are there; another filter does not. */
function ask<Query extends { offset?: unknown }>(list: PageOf<unknown> & { query: Query }, query: Query): void {
  const filterOf = ({ offset: _page, ...filter }: Query) => JSON.stringify(filter);
  const rows = filterOf(query) === filterOf(list.query) ? list.rows : [];
  Object.assign(list, { query, rows, status: 'pending', error: null });
}

export const paymentSlice = createSlice({
  name: 'payment',
  initialState,
  reducers: {
    chargesRequested(state, { payload: query }: PayloadAction<ChargeQuery>) {
      ask(state.charges, query);
    },
    chargesLoaded(state, { payload }: PayloadAction<{ rows: Charge[]; total: number }>) {
      Object.assign(state.charges, payload, { status: 'ready' });
    },
    chargesFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state.charges, { status: 'failed', error: payload });
    },
    transactionsRequested(state, { payload: query }: PayloadAction<TransactionQuery>) {
      ask(state.transactions, query);
    },
    transactionsLoaded(state, { payload }: PayloadAction<{ rows: Transaction[]; total: number }>) {
      Object.assign(state.transactions, payload, { status: 'ready' });
    },
    transactionsFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state.transactions, { status: 'failed', error: payload });
    },
    linesRequested(state, { payload: query }: PayloadAction<LineQuery>) {
      ask(state.lines, query);
    },
    linesLoaded(state, { payload }: PayloadAction<{ rows: WalletLine[]; total: number }>) {
      Object.assign(state.lines, payload, { status: 'ready' });
    },
    linesFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state.lines, { status: 'failed', error: payload });
    },
    exportEnded(state) {
      state.isExporting = false;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(exportRequested, (state) => {
      state.isExporting = true;
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
  linesRequested,
  linesLoaded,
  linesFailed,
  exportEnded,
} = paymentSlice.actions;

export const selectCharges = (state: StoreState) => state.payment.charges;
export const selectTransactions = (state: StoreState) => state.payment.transactions;
export const selectLines = (state: StoreState) => state.payment.lines;
export const selectIsExporting = (state: StoreState) => state.payment.isExporting;

/** Whether the backend keeps a statement: with the balance after each line, receipts, and sums to look for. */
export const selectKeepsStatement = selectServes(walletRoutes.listWalletLines);
