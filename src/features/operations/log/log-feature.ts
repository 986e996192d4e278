import { combineReducers, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { fork, put, takeLatest } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { operatorRoutes } from '@contract/operations/operator-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createPagedList, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { withFailure } from '@/store/with-failure';

export type LogLine = EndpointData<'searchOperatorLog'>['data'][number];
export type LogQuery = Omit<NonNullable<EndpointInput<'searchOperatorLog'>['query']>, 'limit' | 'offset'> & {
  offset?: number;
};
type LogCheck = EndpointData<'checkOperatorLog'>;

declare module '@/store/state' {
  interface StoreState {
    operatorLog: { lines: PagedList<LogLine, LogQuery>; check: LogCheck | null };
  }
}

export const LOG_LINES_PER_PAGE = limits.tablePage;

export const logLines = createPagedList<LogLine, LogQuery>({
  name: 'operatorLog/lines',
  select: (state) => state.operatorLog.lines,
  limit: LOG_LINES_PER_PAGE,
  load: (query, place) => callEndpoint(operatorRoutes.searchOperatorLog, { query: { ...query, ...place } }),
});

const checkSlice = createSlice({
  name: 'operatorLog/check',
  initialState: null as LogCheck | null,
  reducers: {
    logCheckRequested: () => null,
    logChecked: (_state, { payload }: PayloadAction<LogCheck>) => payload,
  },
});

export const { logCheckRequested } = checkSlice.actions;
export const selectLogCheck = (state: StoreState) => state.operatorLog.check;

function* check() {
  yield put(checkSlice.actions.logChecked(yield* callEndpoint(operatorRoutes.checkOperatorLog)));
}

export const logFeature: Feature = {
  name: 'operatorLog',
  reducer: combineReducers({ lines: logLines.reducer, check: checkSlice.reducer }),
  *saga() {
    yield fork(logLines.saga);
    // On failure the page says nothing about the chain.
    yield takeLatest(logCheckRequested, withFailure(check));
  },
};
