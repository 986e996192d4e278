import { all, call } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { paymentRoutes } from '@contract/money/payment-routes';
import { walletRoutes } from '@contract/money/wallet-routes';
import { ApiError } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import { compareText } from '@/lib/compare';
import type { Charge, LineQuery, Transaction, WalletLine } from './payment-feature';

interface LinePage {
  data: WalletLine[];
  total: number;
}

/** A page of the wallet's account. @throws ApiError */
export function* readLines(query: LineQuery): Generator<unknown, LinePage> {
  try {
    return yield* callEndpoint(walletRoutes.listWalletLines, { query });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return yield* mergeLines(query);
    throw error;
  }
}

/** For a backend without a statement: its charges and top-ups, sorted into one list. */
function* mergeLines({ direction, fromDate, toDate, offset, limit }: LineQuery): Generator<unknown, LinePage> {
  const from = Number(offset ?? 0);
  const upTo = from + Number(limit ?? limits.tablePage);
  const query = { fromDate, toDate, limit: upTo };
  const nothing = { data: [], total: 0 };
  const topUps = { ...query, target: 'token_package', status: 'success' } as const;
  const [charges, payments] = (yield all([
    direction === 'in' ? nothing : call(() => callEndpoint(walletRoutes.listCharges, { query })),
    direction === 'out' ? nothing : call(() => callEndpoint(paymentRoutes.searchTransactions, { query: topUps })),
  ])) as [{ data: Charge[]; total: number }, { data: Transaction[]; total: number }];
  const lines = [...charges.data.map(lineOfCharge), ...payments.data.map(lineOfTopUp)];
  lines.sort((a, b) => compareText(b.createdAt, a.createdAt));
  return { data: lines.slice(from, upTo), total: charges.total + payments.total };
}

const lineOfCharge = (charge: Charge): WalletLine => ({
  _id: charge._id,
  createdAt: charge.createdAt,
  kind: 'charge',
  amount: -charge.totalPrice,
  balanceAfter: charge.balanceAfter,
  charge,
});

const lineOfTopUp = (payment: Transaction): WalletLine => ({
  _id: payment._id,
  createdAt: payment.createdAt,
  kind: 'top_up',
  amount: payment.originalPrice,
  transactionId: payment._id,
});
