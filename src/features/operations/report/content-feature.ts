import { combineReducers } from '@reduxjs/toolkit';
import { fork, takeEvery } from 'redux-saga/effects';
import { consoleReportRoutes as routes } from '@contract/operations/console-report-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { createPagedList, type PagedList } from '@/store/paged-list';
import { actDone, buildAct, type Act } from '../act/act-slice';
import type { HouseRule, RemovableKind } from './report-words';

export type ContentLine = EndpointData<'searchContent'>['data'][number];
export type ContentDetails = EndpointData<'getContent'>;
type Query = Omit<NonNullable<EndpointInput<'searchContent'>['query']>, 'q' | 'limit' | 'offset'> & {
  q?: string;
  offset?: number;
};

interface ContentKey {
  kind: RemovableKind;
  id: string;
}

declare module '@/store/state' {
  interface StoreState {
    consoleContent: { list: PagedList<ContentLine, Query>; one: LoadedData<ContentDetails, ContentKey> };
  }
}

export const CONTENT_PER_PAGE = 20;

export const consoleContents = createPagedList<ContentLine, Query>({
  name: 'consoleContent/list',
  select: (state) => state.consoleContent.list,
  limit: CONTENT_PER_PAGE,
  load: (query, place) => callSearch(routes.searchContent, { query: { ...query, ...place } }),
});

export const consoleContent = createLoadedData<ContentDetails, ContentKey>({
  name: 'consoleContent/one',
  select: (state) => state.consoleContent.one,
  load: (params) => callEndpoint(routes.getContent, { params }),
  reloadOn: actDone,
});

export const hideContent = (params: ContentKey, body: { rule: HouseRule; reason: string }): Act =>
  buildAct(routes.hideContent, { params, body }, 'Removed, and its creator is told');

export const restoreContent = (params: ContentKey, reason: string): Act =>
  buildAct(routes.restoreContent, { params, body: { reason } }, 'Restored, and its creator is told');

export const consoleContentFeature: Feature = {
  name: 'consoleContent',
  reducer: combineReducers({ list: consoleContents.reducer, one: consoleContent.reducer }),
  *saga() {
    yield fork(consoleContents.saga);
    yield fork(consoleContent.saga);
    yield takeEvery(actDone, consoleContents.refresh);
  },
};
