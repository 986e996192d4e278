import { fork, takeLatest, takeLeading } from 'redux-saga/effects';
import { balanceChanged } from '@/features/identity/auth/session-slice';
import type { Feature } from '@/store/feature';
import { exportEarnings } from './earning-export';
import { earningReducer, earnings, earningsExportRequested } from './earning-slice';

/** What a creator has earned: sums, a chart, every sale. Money that comes in while the page is open shows at once. */
export const earningFeature: Feature = {
  name: 'earning',
  reducer: earningReducer,
  *saga() {
    yield fork(earnings.saga);
    yield takeLatest(balanceChanged, earnings.refresh);
    yield takeLeading(earningsExportRequested, exportEarnings);
  },
  resync: ({ earning }) => [earnings.requested(earning.list.query)],
};
