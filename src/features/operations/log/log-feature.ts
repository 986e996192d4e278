import { combineReducers } from '@reduxjs/toolkit';
import { fork } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { operatorRoutes } from '@contract/operations/operator-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { createPagedList, type PagedList } from '@/store/paged-list';

export type LogLine = EndpointData<'searchOperatorLog'>['data'][number];
export type LogQuery = Omit<NonNullable<EndpointInput<'searchOperatorLog'>['query']>, 'limit' | 'offset'> & {
  offset?: number;
};
type LogCheck = EndpointData<'checkOperatorLog'>;

declare module '@/store/state' {
  interface StoreState {
    operatorLog: { lines: PagedList<LogLine, LogQuery>; check: LoadedData<LogCheck> };
  }
}

export const LOG_LINES_PER_PAGE = limits.tablePage;

export const logLines = createPagedList<LogLine, LogQuery>({
  name: 'operatorLog/lines',
  select: (state) => state.operatorLog.lines,
  limit: LOG_LINES_PER_PAGE,
  load: (query, place) => callEndpoint(operatorRoutes.searchOperatorLog, { query: { ...query, ...place } }),
});

/** On failure the page says nothing about the chain. */
export const logCheck = createLoadedData<LogCheck>({
  name: 'operatorLog/check',
  select: (state) => state.operatorLog.check,
  load: () => callEndpoint(operatorRoutes.checkOperatorLog),
});

export const logFeature: Feature = {
  name: 'operatorLog',
  reducer: combineReducers({ lines: logLines.reducer, check: logCheck.reducer }),
  *saga() {
    yield fork(logLines.saga);
    yield fork(logCheck.saga);
  },
};
