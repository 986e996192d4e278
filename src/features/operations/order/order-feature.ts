import { combineReducers } from '@reduxjs/toolkit';
import { fork } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { consoleOrderRoutes as routes } from '@contract/operations/console-order-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { createPagedList, type PagedList } from '@/store/paged-list';
import { actDone, buildAct, type Act } from '../act/act-slice';

export type ConsoleOrder = EndpointData<'searchAllOrders'>['data'][number];
export type OrderDetails = EndpointData<'getOrderAsOperator'>;
type Query = Omit<NonNullable<EndpointInput<'searchAllOrders'>['query']>, 'q' | 'limit' | 'offset'> & {
  q?: string;
  offset?: number;
};

declare module '@/store/state' {
  interface StoreState {
    consoleOrders: { list: PagedList<ConsoleOrder, Query>; one: LoadedData<OrderDetails, string> };
  }
}

export const ORDERS_PER_PAGE = 20;
export const MAX_REFUND_REASON = limits.refundText;

export const consoleOrders = createPagedList<ConsoleOrder, Query>({
  name: 'consoleOrders/list',
  select: (state) => state.consoleOrders.list,
  limit: ORDERS_PER_PAGE,
  load: (query, place) => callSearch(routes.searchAllOrders, { query: { ...query, ...place } }),
});

export const consoleOrder = createLoadedData<OrderDetails, string>({
  name: 'consoleOrders/one',
  select: (state) => state.consoleOrders.one,
  load: (id) => callEndpoint(routes.getOrderAsOperator, { params: { id } }),
  reloadOn: actDone,
});

export const refundOrder = (id: string, reason: string): Act =>
  buildAct(routes.refundOrderAsOperator, { params: { id }, body: { reason } }, 'Order refunded');

export const consoleOrderFeature: Feature = {
  name: 'consoleOrders',
  reducer: combineReducers({ list: consoleOrders.reducer, one: consoleOrder.reducer }),
  *saga() {
    yield fork(consoleOrders.saga);
    yield fork(consoleOrder.saga);
  },
};
