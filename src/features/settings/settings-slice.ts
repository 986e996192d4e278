import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { defaultSettings } from '@contract/limits';
import type { EndpointData } from '@contract/schemas';
import type { StoreState } from '@/store/state';

type PublicSettings = EndpointData<'getSettings'>;

/** Settings as a screen reads them: the site's own over the specification's defaults (section 9). */
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
  /** The visitor's country may not see this site. */
  countryBlocked: boolean;
}

declare module '@/store/state' {
  interface StoreState {
    settings: SettingsState;
  }
}

const initialState: SettingsState = { values: { ...defaultSettingsWide, siteName: 'Ovela' }, countryBlocked: false };

export const settingsSlice = createSlice({
  name: 'settings',
  initialState,
  reducers: {
    settingsLoaded(state, { payload }: PayloadAction<PublicSettings>) {
      const given = Object.fromEntries(
        Object.entries(payload).filter(([, value]) => value !== undefined && value !== null && value !== ''),
      );
      state.values = { ...initialState.values, ...given };
    },
    countryChecked(state, { payload }: PayloadAction<boolean>) {
      state.countryBlocked = payload;
    },
  },
});

export const { settingsLoaded, countryChecked } = settingsSlice.actions;

export const selectSettings = (state: StoreState) => state.settings.values;
export const selectSiteName = (state: StoreState) => state.settings.values.siteName;
