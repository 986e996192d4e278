import { combineReducers, createReducer } from '@reduxjs/toolkit';
import { fork, takeEvery } from 'redux-saga/effects';
import { consoleLedgerRoutes as routes } from '@contract/operations/console-ledger-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { createPagedList, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { actDone, buildAct, type Act } from '../act/act-slice';

export type PaymentLine = EndpointData<'searchPayments'>['data'][number];
export type PaymentDetails = EndpointData<'getPayment'>;
export type Reconciliation = EndpointData<'listReconciliations'>['data'][number];
type PaymentQuery = Omit<NonNullable<EndpointInput<'searchPayments'>['query']>, 'q' | 'limit' | 'offset'> & {
  q?: string;
  offset?: number;
};
interface DayQuery {
  hasDifferences?: boolean;
  offset?: number;
}

declare module '@/store/state' {
  interface StoreState {
    consoleLedger: {
      payments: PagedList<PaymentLine, PaymentQuery>;
      payment: LoadedData<PaymentDetails, string>;
      days: PagedList<Reconciliation, DayQuery>;
      canReconcile: boolean;
    };
  }
}

export const PAYMENTS_PER_PAGE = 20;
export const DAYS_PER_PAGE = 31;

export const payments = createPagedList<PaymentLine, PaymentQuery>({
  name: 'consoleLedger/payments',
  select: (state) => state.consoleLedger.payments,
  limit: PAYMENTS_PER_PAGE,
  load: (query, place) => callSearch(routes.searchPayments, { query: { ...query, ...place } }),
});

export const payment = createLoadedData<PaymentDetails, string>({
  name: 'consoleLedger/payment',
  select: (state) => state.consoleLedger.payment,
  load: (id) => callEndpoint(routes.getPayment, { params: { id } }),
});

export const reconciliations = createPagedList<Reconciliation, DayQuery, EndpointData<'listReconciliations'>>({
  name: 'consoleLedger/days',
  select: (state) => state.consoleLedger.days,
  limit: DAYS_PER_PAGE,
  load: (query, place) => callEndpoint(routes.listReconciliations, { query: { ...query, ...place } }),
});

/** True until the list says that the gateway of this site has no record to compare with. */
export const selectCanReconcile = (state: StoreState) => state.consoleLedger.canReconcile;

export const reconcileDay = (day: string): Act =>
  buildAct(routes.reconcileDay, { body: { day } }, `${day} was compared`);

export const consoleLedgerFeature: Feature = {
  name: 'consoleLedger',
  reducer: combineReducers({
    payments: payments.reducer,
    payment: payment.reducer,
    days: reconciliations.reducer,
    canReconcile: createReducer(true, (builder) =>
      builder.addCase(reconciliations.loaded, (_state, { payload }) => payload.isPossible),
    ),
  }),
  *saga() {
    yield fork(payments.saga);
    yield fork(payment.saga);
    yield fork(reconciliations.saga);
    yield takeEvery(actDone, reconciliations.refresh);
  },
};
