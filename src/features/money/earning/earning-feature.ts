import { all, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { earningRoutes } from '@contract/money/earning-routes';
import { balanceChanged } from '@/features/identity/auth/session-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { exportEarnings } from './earning-export';
import {
  earningsExportRequested,
  earningsFailed,
  earningsLoaded,
  earningSlice,
  earningsPerPage,
  earningsRequested,
  selectEarnings,
  type Earning,
  type EarningStats,
} from './earning-slice';

function* load({ payload }: ReturnType<typeof earningsRequested>) {
  try {
    const { offset, ...filters } = payload;
    const [stats, list] = (yield all([
      callEndpoint(earningRoutes.getEarningStats, { query: { ...filters, groupBy: 'day' } }),
      callEndpoint(earningRoutes.searchEarnings, { query: { ...filters, offset, limit: earningsPerPage } }),
    ])) as [EarningStats, { data: Earning[]; total: number }];
    yield put(earningsLoaded({ stats, rows: list.data, total: list.total }));
  } catch (error) {
    yield put(earningsFailed(toFailure(error)));
  }
}

/** Money came in while the page is open: show it. */
function* refresh() {
  const { query } = yield* selectState(selectEarnings);
  yield put(earningsRequested(query));
}

/** What a creator has earned: sums, a chart, every sale. */
export const earningFeature: Feature = {
  name: 'earning',
  reducer: earningSlice.reducer,
  *saga() {
    yield takeLatest(earningsRequested, load);
    yield takeLatest(balanceChanged, refresh);
    yield takeLeading(earningsExportRequested, exportEarnings);
  },
  resync: ({ earning }) => [earningsRequested(earning.query)],
};
