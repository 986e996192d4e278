import { combineReducers } from '@reduxjs/toolkit';
import { fork } from 'redux-saga/effects';
import { blockRoutes } from '@contract/identity/block-routes';
import {
  settingForms,
  type SettingGroup,
  type SettingKind,
  type SettingName,
} from '@contract/operations/setting-forms';
import { settingRoutes } from '@contract/operations/setting-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { referenceRoutes } from '@contract/site/reference-routes';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { actDone, buildAct, type Act } from '../act/act-slice';

export type Setting = EndpointData<'listSettings'>[number];
export type { SettingGroup, SettingKind, SettingName };

export interface CountryChoice {
  all: { value: string; label: string }[];
  closed: string[];
}

declare module '@/store/state' {
  interface StoreState {
    siteSettings: { list: LoadedData<Setting[]>; countries: LoadedData<CountryChoice> };
  }
}

export const settingsList = createLoadedData<Setting[]>({
  name: 'siteSettings/list',
  select: (state) => state.siteSettings.list,
  load: () => callEndpoint(settingRoutes.listSettings),
  reloadOn: actDone,
});

export const countryChoice = createLoadedData<CountryChoice>({
  name: 'siteSettings/countries',
  select: (state) => state.siteSettings.countries,
  *load() {
    const closed = yield* callEndpoint(blockRoutes.listBlockedCountries);
    const all = yield* callEndpoint(referenceRoutes.listCountries);
    return {
      all: all.map(({ code, name }) => ({ value: code, label: name })),
      closed: closed.map(({ countryCode }) => countryCode).toSorted(),
    };
  },
  reloadOn: actDone,
});

export const getSettingKind = (key: SettingName): SettingKind => settingForms[key].kind;
export const getSettingGroup = (key: SettingName): SettingGroup => settingForms[key].group;

export const saveSetting = (key: SettingName, value: unknown, label: string): Act =>
  buildAct(
    settingRoutes.saveSetting,
    { params: { key }, body: { value } as EndpointInput<'saveSetting'>['body'] },
    `“${label}” saved`,
  );

export const closeCountries = (countryCodes: string[]): Act =>
  buildAct(
    settingRoutes.closeCountries,
    { body: { countryCodes } },
    countryCodes.length === 0 ? 'The site is open everywhere' : 'Closed countries saved',
  );

export const settingFeature: Feature = {
  name: 'siteSettings',
  reducer: combineReducers({ list: settingsList.reducer, countries: countryChoice.reducer }),
  *saga() {
    yield fork(settingsList.saga);
    yield fork(countryChoice.saga);
  },
};
