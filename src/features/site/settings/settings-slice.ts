import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { defaultSettings } from '@contract/base/limits';
import type { EndpointData } from '@contract/schemas';
import { omitEmpty } from '@/lib/omit-empty';
import { siteClosed } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';

type PublicSettings = EndpointData<'getSettings'>;

/** The site's settings, with the defaults of the specification (section 9) for missing ones. */
export type SiteSettings = PublicSettings & typeof defaultSettingsWide & { siteName: string };

const defaultSettingsWide: {
  -readonly [K in keyof typeof defaultSettings]: (typeof defaultSettings)[K] extends number
    ? number
    : (typeof defaultSettings)[K] extends boolean
      ? boolean
      : string;
} = defaultSettings;

export interface SettingsState {
  values: SiteSettings;
  countryBlocked: boolean;
  /** Whether the page could not be loaded, because the API or its database is unavailable. */
  isApiAway: boolean;
}

declare module '@/store/state' {
  interface StoreState {
    settings: SettingsState;
  }
}

const initialState: SettingsState = {
  values: { ...defaultSettingsWide, siteName: 'Ovela' },
  countryBlocked: false,
  isApiAway: false,
};

/** A page was opened or became visible. */
export const siteStateRequested = createAction('settings/siteStateRequested');

export const settingsSlice = createSlice({
  name: 'settings',
  initialState,
  reducers: {
    settingsLoaded(state, { payload }: PayloadAction<PublicSettings>) {
      // A backend that sends no `extensions` supports none. Before the response they are unknown, thus undefined.
      state.values = { ...initialState.values, extensions: [], ...omitEmpty(payload) };
    },
    apiBecameUnavailable(state) {
      state.isApiAway = true;
    },
    countryChecked(state, { payload }: PayloadAction<boolean>) {
      state.countryBlocked = payload;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(siteClosed, (state, { payload }) => {
      if (payload === 'geoBlock') state.countryBlocked = true;
      else state.values.maintenanceMode = true;
    });
  },
});

export const { settingsLoaded, countryChecked, apiBecameUnavailable } = settingsSlice.actions;

export const selectSettings = (state: StoreState) => state.settings.values;
export const selectSiteName = (state: StoreState) => state.settings.values.siteName;
