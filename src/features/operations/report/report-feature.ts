import { combineReducers } from '@reduxjs/toolkit';
import { fork, takeEvery } from 'redux-saga/effects';
import { consoleReportRoutes as routes } from '@contract/operations/console-report-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { createPagedList, type PagedList } from '@/store/paged-list';
import { actDone, buildAct, type Act } from '../act/act-slice';
import type { HouseRule, Report, ReportDecision } from './report-words';

export type ReportDetails = EndpointData<'getReport'>;
export type ReportedContent = NonNullable<ReportDetails['content']>;
export type ConsoleTakedown = ReportDetails['takedowns'][number];
export type Appeal = EndpointData<'searchAppeals'>['data'][number];
export type AppealDetails = EndpointData<'getAppeal'>;

type QueryOf<Name extends 'searchReports' | 'searchAppeals'> = Omit<
  NonNullable<EndpointInput<Name>['query']>,
  'limit' | 'offset'
> & { offset?: number };

declare module '@/store/state' {
  interface StoreState {
    consoleReports: {
      list: PagedList<Report, QueryOf<'searchReports'>>;
      one: LoadedData<ReportDetails, string>;
      appeals: PagedList<Appeal, QueryOf<'searchAppeals'>>;
      appeal: LoadedData<AppealDetails, string>;
    };
  }
}

export const REPORTS_PER_PAGE = 20;

export const consoleReports = createPagedList<Report, QueryOf<'searchReports'>>({
  name: 'consoleReports/list',
  select: (state) => state.consoleReports.list,
  limit: REPORTS_PER_PAGE,
  load: (query, place) => callEndpoint(routes.searchReports, { query: { ...query, ...place } }),
});

export const consoleReport = createLoadedData<ReportDetails, string>({
  name: 'consoleReports/one',
  select: (state) => state.consoleReports.one,
  load: (id) => callEndpoint(routes.getReport, { params: { id } }),
  reloadOn: actDone,
});

export const consoleAppeals = createPagedList<Appeal, QueryOf<'searchAppeals'>>({
  name: 'consoleReports/appeals',
  select: (state) => state.consoleReports.appeals,
  limit: REPORTS_PER_PAGE,
  load: (query, place) => callEndpoint(routes.searchAppeals, { query: { ...query, ...place } }),
});

export const consoleAppeal = createLoadedData<AppealDetails, string>({
  name: 'consoleReports/appeal',
  select: (state) => state.consoleReports.appeal,
  load: (id) => callEndpoint(routes.getAppeal, { params: { id } }),
  reloadOn: actDone,
});

const decided: Record<ReportDecision, string> = {
  hide: 'Removed. The author gets an email, those who reported it a notification.',
  dismiss: 'Answered without action. Those who reported it get a notification.',
  note: 'Kept on record, and answered',
};

export const decideReport = (id: string, body: { decision: ReportDecision; rule?: HouseRule; reason: string }): Act =>
  buildAct(routes.decideReport, { params: { id }, body }, decided[body.decision]);

export const decideAppeal = (id: string, body: { decision: 'uphold' | 'restore'; reason: string }): Act =>
  buildAct(
    routes.decideAppeal,
    { params: { id }, body },
    body.decision === 'restore'
      ? 'Restored. The author gets an email, those who reported it a notification.'
      : 'Appeal decided',
  );

export const consoleReportFeature: Feature = {
  name: 'consoleReports',
  reducer: combineReducers({
    list: consoleReports.reducer,
    one: consoleReport.reducer,
    appeals: consoleAppeals.reducer,
    appeal: consoleAppeal.reducer,
  }),
  *saga() {
    for (const { saga } of [consoleReports, consoleReport, consoleAppeals, consoleAppeal]) yield fork(saga);
    yield takeEvery(actDone, consoleReports.refresh);
    yield takeEvery(actDone, consoleAppeals.refresh);
  },
};
