import { combineReducers } from '@reduxjs/toolkit';
import { fork } from 'redux-saga/effects';
import { overviewRoutes } from '@contract/operations/overview-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';

export type SiteOverview = EndpointData<'getSiteOverview'>;
export type MoneyOverview = EndpointData<'getMoneyOverview'>;
export type MoneyPeriod = NonNullable<NonNullable<EndpointInput<'getMoneyOverview'>['query']>['period']>;

declare module '@/store/state' {
  interface StoreState {
    siteOverview: {
      site: LoadedData<SiteOverview>;
      money: LoadedData<MoneyOverview, MoneyPeriod>;
    };
  }
}

export const siteOverview = createLoadedData<SiteOverview>({
  name: 'siteOverview/site',
  select: (state) => state.siteOverview.site,
  load: () => callEndpoint(overviewRoutes.getSiteOverview),
});

export const moneyOverview = createLoadedData<MoneyOverview, MoneyPeriod>({
  name: 'siteOverview/money',
  select: (state) => state.siteOverview.money,
  load: (period) => callEndpoint(overviewRoutes.getMoneyOverview, { query: { period } }),
});

export const overviewFeature: Feature = {
  name: 'siteOverview',
  reducer: combineReducers({ site: siteOverview.reducer, money: moneyOverview.reducer }),
  *saga() {
    yield fork(siteOverview.saga);
    yield fork(moneyOverview.saga);
  },
};
