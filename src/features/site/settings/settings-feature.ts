import { all, call, delay, put, takeLeading } from 'redux-saga/effects';
import { blockRoutes } from '@contract/identity/block-routes';
import { settingsRoutes } from '@contract/site/settings-routes';
import { callEndpoint } from '@/store/call-endpoint';
import { countryChecked, settingsLoaded, siteStateRequested, settingsSlice } from './settings-slice';
import type { Feature } from '@/store/feature';

/** Changes by an operator show in open pages after this time. */
const POLL_INTERVAL_MS = 10_000;

/** Updates open pages if the site closes, reopens or is renamed. The server renders the first state. */
function* settingsSaga(): Generator {
  // Requests during the pause are covered by the response just received.
  yield takeLeading(siteStateRequested, loadSiteState);
}

function* loadSiteState(): Generator {
  try {
    const [settings, country] = (yield all([
      call(callEndpoint, settingsRoutes.getSettings),
      call(callEndpoint, blockRoutes.checkCountryBlock),
    ])) as [Parameters<typeof settingsLoaded>[0] | null, { blocked: boolean } | null];
    if (settings) yield put(settingsLoaded(settings));
    if (country) yield put(countryChecked(country.blocked));
  } catch {
    // Ignored: the next request comes soon.
  }
  yield delay(POLL_INTERVAL_MS);
}

export const settingsFeature: Feature = {
  name: 'settings',
  reducer: settingsSlice.reducer,
  outlivesSession: true,
  browserSaga: settingsSaga,
};
