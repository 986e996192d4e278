import { put } from 'redux-saga/effects';
import { roundDollars } from '@contract/base/money';
import { earningRoutes } from '@contract/money/earning-routes';
import { toastShown } from '@/features/site/ui/ui-slice';
import { toCsv } from '@/lib/csv';
import { toFailure } from '@/services/api-error';
import { saveTextFile } from '@/services/save-file';
import { allPages } from '@/store/all-pages';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { earnings, earningsExportEnded } from './earning-slice';
import { isAvailable, saleTitle } from './earning-words';

const header = ['Date', 'What', 'From', 'Status', 'Available from', 'Paid', 'Commission', 'Yours', 'Reference'];

/** The twin of the list: every sale of the period, to the cent as the ledger has it. ux.md ST-2. */
export function* exportEarnings() {
  try {
    const { query } = yield* selectState(earnings.select);
    const sales = yield* allPages((page) =>
      callEndpoint(earningRoutes.searchEarnings, { query: { ...query, ...page } }),
    );
    const now = Date.now();
    const rows = sales.map((sale) => [
      sale.createdAt,
      saleTitle(sale),
      sale.userInfo?.name,
      isAvailable(sale, now) ? 'Available' : 'Pending',
      sale.availableAt,
      sale.grossPrice,
      roundDollars(sale.grossPrice - sale.netPrice),
      sale.netPrice,
      sale.transactionId.slice(-8),
    ]);
    const name = ['earnings', query.fromDate, query.toDate].filter(Boolean).join('_');
    saveTextFile(`${name}.csv`, toCsv(header, rows), 'text/csv');
  } catch (error) {
    yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
  } finally {
    yield put(earningsExportEnded());
  }
}
