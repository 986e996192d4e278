import { all, call, delay, put, takeLeading } from 'redux-saga/effects';
import { blockRoutes } from '@contract/identity/block-routes';
import { settingsRoutes } from '@contract/site/settings-routes';
import { callEndpoint } from '@/store/call-endpoint';
import { cleanSettings } from './clean-settings';
import { countryChecked, settingsLoaded, siteStateRequested, settingsSlice } from './settings-slice';
import type { Feature } from '@/store/feature';

/** Interval after which open pages show changes made by an operator. */
const POLL_INTERVAL_MS = 10_000;

/** Updates open pages if the site closes, reopens or is renamed. The state at first comes from the server. */
function* settingsSaga(): Generator {
  // Requests during the pause are answered by the response that was just received.
  yield takeLeading(siteStateRequested, loadSiteState);
}

function* loadSiteState(): Generator {
  try {
    const [settings, country] = (yield all([
      call(callEndpoint, settingsRoutes.getSettings),
      call(callEndpoint, blockRoutes.checkCountryBlock),
    ])) as [Parameters<typeof settingsLoaded>[0] | null, { blocked: boolean } | null];
    if (settings) yield put(settingsLoaded((yield call(cleanSettings, settings)) as typeof settings));
    if (country) yield put(countryChecked(country.blocked));
  } catch {
    // Ignored, because the next request follows soon.
  }
  yield delay(POLL_INTERVAL_MS);
}

export const settingsFeature: Feature = {
  name: 'settings',
  reducer: settingsSlice.reducer,
  outlivesSession: true,
  browserSaga: settingsSaga,
};
