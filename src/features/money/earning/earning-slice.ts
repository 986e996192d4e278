import { combineReducers, createAction, type Action } from '@reduxjs/toolkit';
import { all } from 'redux-saga/effects';
import { earningRoutes } from '@contract/money/earning-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import { createFlag, createPagedList, type ListPage, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';

export type EarningStats = EndpointData<'getEarningStats'>;
export type Earning = EndpointData<'searchEarnings'>['data'][number];
export type EarningQuery = Pick<
  NonNullable<EndpointInput<'searchEarnings'>['query']>,
  'fromDate' | 'toDate' | 'type' | 'offset'
>;

declare module '@/store/state' {
  interface StoreState {
    /** `stats`: of the same period as the list. `isExporting`: a file is being put together. */
    earning: { list: PagedList<Earning, EarningQuery>; stats: EarningStats | null; isExporting: boolean };
  }
}

export const earningsPerPage = 10;

export const earnings = createPagedList<Earning, EarningQuery, ListPage<Earning> & { stats: EarningStats }>({
  name: 'earning/list',
  select: (state) => state.earning.list,
  limit: earningsPerPage,
  keepsRows: true,
  *load({ offset: _page, ...filters }, place) {
    const [stats, list] = (yield all([
      callEndpoint(earningRoutes.getEarningStats, { query: { ...filters, groupBy: 'day' } }),
      callEndpoint(earningRoutes.searchEarnings, { query: { ...filters, ...place } }),
    ])) as [EarningStats, EndpointData<'searchEarnings'>];
    return { ...list, stats };
  },
});

/** Every sale of the period, as a CSV file. */
export const earningsExportRequested = createAction('earning/exportRequested');
export const earningsExportEnded = createAction('earning/exportEnded');

export const earningReducer = combineReducers({
  list: earnings.reducer,
  stats: (state: EarningStats | null = null, action: Action) =>
    earnings.loaded.match(action) ? action.payload.stats : state,
  isExporting: createFlag(earningsExportRequested, earningsExportEnded),
});

export const selectEarnings = (state: StoreState) => state.earning;
