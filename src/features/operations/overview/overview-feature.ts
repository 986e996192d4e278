import { combineReducers } from '@reduxjs/toolkit';
import { fork } from 'redux-saga/effects';
import { overviewRoutes } from '@contract/operations/overview-routes';
import type { EndpointData } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';

export type SiteOverview = EndpointData<'getSiteOverview'>;
export type MoneyOverview = EndpointData<'getMoneyOverview'>;
export type MoneyPeriod = '1' | '7' | '30';

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
  load: (days) => callEndpoint(overviewRoutes.getMoneyOverview, { query: { days } }),
  keepsData: true,
});

export const overviewFeature: Feature = {
  name: 'siteOverview',
  reducer: combineReducers({ site: siteOverview.reducer, money: moneyOverview.reducer }),
  *saga() {
    yield fork(siteOverview.saga);
    yield fork(moneyOverview.saga);
  },
};
