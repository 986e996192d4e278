import { put } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import { toastShown } from '@/features/site/ui/ui-slice';
import { toCsv } from '@/lib/csv';
import { toFailure } from '@/services/api-error';
import { saveTextFile } from '@/services/save-file';
import { allPages } from '@/store/all-pages';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { exportEnded, lines, transactions, type exportRequested } from './payment-slice';
import { lineState, lineTitle, transactionState, transactionTitle } from './payment-words';
import { readLines } from './read-lines';

/** Puts the whole list, filtered as it is on screen, into a file. ux.md WA-5. */
export function* exportList({ payload: what }: ReturnType<typeof exportRequested>) {
  try {
    const file = what === 'lines' ? yield* walletFile() : yield* paymentFile();
    saveTextFile(file.name, file.text, 'text/csv');
  } catch (error) {
    yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
  } finally {
    yield put(exportEnded());
  }
}

interface CsvFile {
  name: string;
  text: string;
}

const nameOf = (what: string, { fromDate, toDate }: { fromDate?: string; toDate?: string }) =>
  `${[what, fromDate, toDate].filter(Boolean).join('_')}.csv`;

function* walletFile(): Generator<unknown, CsvFile> {
  const { query } = yield* selectState(lines.select);
  const all = yield* allPages((page) => readLines({ ...query, ...page }));
  const header = ['Date', 'What', 'Creator', 'Status', 'Amount', 'Balance after', 'Reference'];
  const rows = all.map((line) => [
    line.createdAt,
    lineTitle(line),
    line.charge?.performerInfo?.name,
    lineState(line).text,
    line.amount,
    line.balanceAfter,
    (line.charge?._id ?? line.transactionId ?? line._id).slice(-8),
  ]);
  return { name: nameOf('wallet', query), text: toCsv(header, rows) };
}

function* paymentFile(): Generator<unknown, CsvFile> {
  const { query } = yield* selectState(transactions.select);
  const payments = yield* allPages((page) =>
    callEndpoint(paymentRoutes.searchTransactions, { query: { ...query, ...page } }),
  );
  const header = ['Date', 'What', 'Status', 'Card', 'Price', 'Coupon', 'Tax', 'Total', 'Reference'];
  const rows = payments.map((payment) => [
    payment.createdAt,
    transactionTitle(payment),
    transactionState(payment).text,
    payment.card && `${payment.card.brand} ${payment.card.last4Digits}`,
    payment.originalPrice,
    payment.couponInfo?.code,
    payment.taxAmount,
    payment.totalPrice,
    payment._id.slice(-8),
  ]);
  return { name: nameOf('card-payments', query), text: toCsv(header, rows) };
}
