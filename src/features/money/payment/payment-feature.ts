import { combineReducers } from '@reduxjs/toolkit';
import { fork, takeEvery, all } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { paymentRoutes } from '@contract/money/payment-routes';
import { walletRoutes } from '@contract/money/wallet-routes';
import type { EndpointInput } from '@contract/schemas';
import { failureShown } from '@/features/site/ui/ui-slice';
import { compareText } from '@/lib/compare';
import { isNotFound } from '@/services/api-error';
import { selectSupportsCall } from '@/store/backend';
import { fetchFirstRows, MAX_ROWS } from '@/store/all-pages';
import { callEndpoint } from '@/store/call-endpoint';
import { createCsvExport, getFileName } from '@/store/csv-export';
import type { Feature } from '@/store/feature';
import { itemUnlocked, performerTipped, walletToppedUp } from '@/store/intents';
import { createPagedList, type PagedList } from '@/store/paged-list';
import {
  getLineState,
  getLineTitle,
  getTransactionState,
  getTransactionTitle,
  type Charge,
  type Transaction,
  type WalletLine,
} from './payment-words';

type InputQuery<Name extends 'listCharges' | 'searchTransactions' | 'listWalletLines'> = NonNullable<
  EndpointInput<Name>['query']
>;

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
      lines: PagedList<WalletLine, LineQuery>;
      exporting: Record<keyof typeof paymentExports, boolean>;
    };
  }
}

export const ROWS_PER_PAGE = limits.tablePage;
export const WALLET_PREVIEW_LINES = 8;

export const charges = createPagedList<Charge, ChargeQuery>({
  name: 'payment/charges',
  select: (state) => state.payment.charges,
  limit: ROWS_PER_PAGE,
  load: (query, place) => callEndpoint(walletRoutes.listCharges, { query: { ...query, ...place } }),
});
export const transactions = createPagedList<Transaction, TransactionQuery>({
  name: 'payment/transactions',
  select: (state) => state.payment.transactions,
  limit: ROWS_PER_PAGE,
  load: (query, place) => callEndpoint(paymentRoutes.searchTransactions, { query: { ...query, ...place } }),
});
export const lines = createPagedList<WalletLine, LineQuery>({
  name: 'payment/lines',
  select: (state) => state.payment.lines,
  limit: ROWS_PER_PAGE,
  load: (query, place) => readLines({ ...place, ...query }),
});

/** Whether the backend has a statement: lines with balances, receipts, and search by amount. */
export const selectSupportsStatement = selectSupportsCall(walletRoutes.listWalletLines);

/** Exports each list with the filters on screen. ux.md WA-5. */
export const paymentExports = {
  lines: createCsvExport<WalletLine, LineQuery>({
    name: 'payment/linesExport',
    select: lines.select,
    load: (query) => readLines(query, mergeAllLines),
    fileName: (query) => getFileName('wallet', query),
    columns: {
      Date: (line) => line.createdAt,
      What: getLineTitle,
      Creator: (line) => line.charge?.performerInfo?.name,
      Status: (line) => getLineState(line).text,
      Amount: (line) => line.amount,
      'Balance after': (line) => line.balanceAfter,
      Reference: (line) => (line.charge?._id ?? line.transactionId ?? line._id).slice(-8),
    },
    onFailure: failureShown,
  }),
  transactions: createCsvExport<Transaction, TransactionQuery>({
    name: 'payment/transactionsExport',
    select: transactions.select,
    load: (query) => callEndpoint(paymentRoutes.searchTransactions, { query }),
    fileName: (query) => getFileName('card-payments', query),
    columns: {
      Date: (payment) => payment.createdAt,
      What: getTransactionTitle,
      Status: (payment) => getTransactionState(payment).text,
      Card: ({ card }) => card && `${card.brand} ${card.last4Digits}`,
      Price: (payment) => payment.originalPrice,
      Coupon: (payment) => payment.couponInfo?.code,
      Tax: (payment) => payment.taxAmount,
      Total: (payment) => payment.totalPrice,
      Refunded: ({ refunded }) => refunded?.amount,
      Reference: (payment) => payment._id.slice(-8),
    },
    onFailure: failureShown,
  }),
};

export const paymentFeature: Feature = {
  name: 'payment',
  reducer: combineReducers({
    charges: charges.reducer,
    transactions: transactions.reducer,
    lines: lines.reducer,
    exporting: combineReducers({
      lines: paymentExports.lines.reducer,
      transactions: paymentExports.transactions.reducer,
    }),
  }),
  *saga() {
    for (const { saga } of [charges, transactions, lines]) yield fork(saga);
  },
  *browserSaga() {
    for (const { saga } of [paymentExports.lines, paymentExports.transactions]) yield fork(saga);
    yield takeEvery([walletToppedUp, itemUnlocked, performerTipped], lines.refresh);
  },
  resync: ({ payment }) => (payment.lines.status === 'idle' ? [] : [lines.requested(payment.lines.query)]),
};

interface LinePage {
  data: WalletLine[];
  total: number;
}

/** @param merge builds the page if the backend has no statement. @throws ApiError */
function* readLines(query: LineQuery, merge = mergeLines): Generator<unknown, LinePage> {
  try {
    return yield* callEndpoint(walletRoutes.listWalletLines, { query });
  } catch (error) {
    if (isNotFound(error)) return yield* merge(query);
    throw error;
  }
}

/** A single page with all lines: merging page by page would read both lists from the start each time. */
function* mergeAllLines(query: LineQuery): Generator<unknown, LinePage> {
  const { data } = yield* mergeLines({ ...query, offset: 0, limit: MAX_ROWS });
  return { data, total: data.length };
}

function* mergeLines({ direction, fromDate, toDate, offset, limit }: LineQuery): Generator<unknown, LinePage> {
  const from = Number(offset ?? 0);
  const upTo = from + Number(limit ?? limits.tablePage);
  const days = { fromDate, toDate };
  const topUps = { ...days, target: 'token_package', status: 'success' } as const;
  const nothing = { data: [], total: 0 };
  const readCharges = fetchFirstRows(upTo, (page) =>
    callEndpoint(walletRoutes.listCharges, { query: { ...days, ...page } }),
  );
  const readTopUps = fetchFirstRows(upTo, (page) =>
    callEndpoint(paymentRoutes.searchTransactions, { query: { ...topUps, ...page } }),
  );
  const [charges, payments] = (yield all([
    direction === 'in' ? nothing : readCharges,
    direction === 'out' ? nothing : readTopUps,
  ])) as [{ data: Charge[]; total: number }, { data: Transaction[]; total: number }];
  const lines = [...charges.data.map(toChargeLine), ...payments.data.map(toTopUpLine)];
  lines.sort((a, b) => compareText(b.createdAt, a.createdAt));
  return { data: lines.slice(from, upTo), total: charges.total + payments.total };
}

const toChargeLine = (charge: Charge): WalletLine => ({
  _id: charge._id,
  createdAt: charge.createdAt,
  kind: 'charge',
  amount: -charge.totalPrice,
  balanceAfter: charge.balanceAfter,
  charge,
});

const toTopUpLine = (payment: Transaction): WalletLine => ({
  _id: payment._id,
  createdAt: payment.createdAt,
  kind: 'top_up',
  amount: payment.originalPrice,
  transactionId: payment._id,
});
