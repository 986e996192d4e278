import { combineReducers, type Action } from '@reduxjs/toolkit';
import { all, fork, takeLatest } from 'redux-saga/effects';
import { roundDollars } from '@contract/base/money';
import { earningRoutes } from '@contract/money/earning-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { balanceChanged } from '@/features/identity/auth/session-slice';
import { failureShown } from '@/features/site/ui/ui-slice';
import { callEndpoint } from '@/store/call-endpoint';
import { createCsvExport, getFileName } from '@/store/csv-export';
import type { Feature } from '@/store/feature';
import { createPagedList, hasSameFilter, type ListPage, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { isAvailable, getSaleTitle, type Earning } from './earning-words';

type EarningStats = EndpointData<'getEarningStats'>;
export type EarningQuery = Pick<
  NonNullable<EndpointInput<'searchEarnings'>['query']>,
  'fromDate' | 'toDate' | 'type' | 'offset'
>;

declare module '@/store/state' {
  interface StoreState {
    /** `stats` are for the same period as the list. */
    earning: { list: PagedList<Earning, EarningQuery>; stats: EarningStats | null; isExporting: boolean };
  }
}

export const EARNINGS_PER_PAGE = 10;

export const earnings = createPagedList<Earning, EarningQuery, ListPage<Earning> & { stats: EarningStats }>({
  name: 'earning/list',
  select: (state) => state.earning.list,
  limit: EARNINGS_PER_PAGE,
  *load({ offset: _page, ...filters }, place) {
    const [stats, list] = (yield all([
      callEndpoint(earningRoutes.getEarningStats, { query: { ...filters, groupBy: 'day' } }),
      callEndpoint(earningRoutes.searchEarnings, { query: { ...filters, ...place } }),
    ])) as [EarningStats, EndpointData<'searchEarnings'>];
    return { ...list, stats };
  },
});

/** Exports all sales of the period on screen. ux.md ST-2. */
export const earningsExport = createCsvExport<Earning, EarningQuery>({
  name: 'earning/export',
  select: earnings.select,
  load: (query) => callEndpoint(earningRoutes.searchEarnings, { query }),
  fileName: (query) => getFileName('earnings', query),
  columns: {
    Date: (sale) => sale.createdAt,
    What: getSaleTitle,
    From: (sale) => sale.userInfo?.name,
    Status: (sale) => (isAvailable(sale, Date.now()) ? 'Available' : 'Pending'),
    'Available from': (sale) => sale.availableAt,
    Paid: (sale) => sale.grossPrice,
    Commission: (sale) => roundDollars(sale.grossPrice - sale.netPrice),
    Yours: (sale) => sale.netPrice,
    Reference: (sale) => sale.transactionId.slice(-8),
  },
  onFailure: failureShown,
});

export const selectEarnings = (state: StoreState) => state.earning;

const parts = combineReducers({
  list: earnings.reducer,
  stats: (state: EarningStats | null = null, action: Action) =>
    earnings.loaded.match(action) ? action.payload.stats : state,
  isExporting: earningsExport.reducer,
});

/** Sums of one period are never shown under the name of another. */
function reducer(state: StoreState['earning'] | undefined, action: Action): StoreState['earning'] {
  const next = parts(state, action);
  const isSame = !earnings.requested.match(action) || (state && hasSameFilter(action.payload, state.list.query));
  return isSame ? next : { ...next, stats: null };
}

export const earningFeature: Feature = {
  name: 'earning',
  reducer,
  saga: earnings.saga,
  *browserSaga() {
    yield fork(earningsExport.saga);
    yield takeLatest(balanceChanged, earnings.refresh);
  },
  resync: ({ earning }) => [earnings.requested(earning.list.query)],
};
