import { combineReducers } from '@reduxjs/toolkit';
import { fork, takeEvery } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { consoleRefundRoutes as routes } from '@contract/operations/console-refund-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { createPagedList, type PagedList } from '@/store/paged-list';
import { actDone, buildAct, type Act } from '../act/act-slice';

export type RefundDetails = EndpointData<'getRefund'>;
export type RefundRequest = RefundDetails['request'];
export type RefundState = RefundRequest['state'];
type Query = Omit<NonNullable<EndpointInput<'searchRefunds'>['query']>, 'q' | 'limit' | 'offset'> & {
  q?: string;
  offset?: number;
};

declare module '@/store/state' {
  interface StoreState {
    consoleRefunds: { list: PagedList<RefundRequest, Query>; one: LoadedData<RefundDetails, string> };
  }
}

export const REFUNDS_PER_PAGE = 20;
export const MAX_ANSWER = limits.refundText;

export const consoleRefunds = createPagedList<RefundRequest, Query>({
  name: 'consoleRefunds/list',
  select: (state) => state.consoleRefunds.list,
  limit: REFUNDS_PER_PAGE,
  load: (query, place) => callSearch(routes.searchRefunds, { query: { ...query, ...place } }),
});

export const consoleRefund = createLoadedData<RefundDetails, string>({
  name: 'consoleRefunds/one',
  select: (state) => state.consoleRefunds.one,
  load: (id) => callEndpoint(routes.getRefund, { params: { id } }),
  reloadOn: actDone,
});

export const grantRefund = (id: string, answer: string): Act =>
  buildAct(routes.grantRefundAsOperator, { params: { id }, body: { answer } }, 'Refund granted');

export const refuseRefund = (id: string, answer: string): Act =>
  buildAct(routes.refuseRefundAsOperator, { params: { id }, body: { answer } }, 'Refund refused');

export const consoleRefundFeature: Feature = {
  name: 'consoleRefunds',
  reducer: combineReducers({ list: consoleRefunds.reducer, one: consoleRefund.reducer }),
  *saga() {
    yield fork(consoleRefunds.saga);
    yield fork(consoleRefund.saga);
    yield takeEvery(actDone, consoleRefunds.refresh);
  },
};
