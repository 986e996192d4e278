import { combineReducers, createAction } from '@reduxjs/toolkit';
import { limits } from '@contract/base/limits';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { paymentRoutes } from '@contract/money/payment-routes';
import { walletRoutes } from '@contract/money/wallet-routes';
import { selectServes } from '@/store/backend';
import { callEndpoint } from '@/store/call-endpoint';
import { createFlag, createPagedList, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { readLines } from './read-lines';

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

declare module '@/store/state' {
  interface StoreState {
    payment: {
      charges: PagedList<Charge, ChargeQuery>;
      transactions: PagedList<Transaction, TransactionQuery>;
      /** The wallet's account, newest first. */
      lines: PagedList<WalletLine, LineQuery>;
      /** A file is being put together. */
      isExporting: boolean;
    };
  }
}

/** Rows a page of a table. */
export const rowsPerPage = limits.tablePage;
/** Lines on the wallet's first page. */
export const lastLines = 8;

/** The list as it is filtered, as a CSV file. */
export const exportRequested = createAction<'lines' | 'transactions'>('payment/exportRequested');

export const exportEnded = createAction('payment/exportEnded');

export const charges = createPagedList<Charge, ChargeQuery>({
  name: 'payment/charges',
  select: (state) => state.payment.charges,
  limit: rowsPerPage,
  load: (query, place) => callEndpoint(walletRoutes.listCharges, { query: { ...query, ...place } }),
});
export const transactions = createPagedList<Transaction, TransactionQuery>({
  name: 'payment/transactions',
  select: (state) => state.payment.transactions,
  limit: rowsPerPage,
  load: (query, place) => callEndpoint(paymentRoutes.searchTransactions, { query: { ...query, ...place } }),
});
export const lines = createPagedList<WalletLine, LineQuery>({
  name: 'payment/lines',
  select: (state) => state.payment.lines,
  limit: rowsPerPage,
  load: (query, place) => readLines({ ...place, ...query }),
});

export const paymentReducer = combineReducers({
  charges: charges.reducer,
  transactions: transactions.reducer,
  lines: lines.reducer,
  isExporting: createFlag(exportRequested, exportEnded),
});

export const selectIsExporting = (state: StoreState) => state.payment.isExporting;

/** Whether the backend keeps a statement: with the balance after each line, receipts, and sums to look for. */
export const selectKeepsStatement = selectServes(walletRoutes.listWalletLines);
