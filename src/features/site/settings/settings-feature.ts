import { all, call, delay, put, takeLeading } from 'redux-saga/effects';
import { blockRoutes } from '@contract/identity/block-routes';
import { settingsRoutes } from '@contract/site/settings-routes';
import { callEndpoint } from '@/store/call-endpoint';
import { countryChecked, settingsLoaded, siteStateRequested, settingsSlice } from './settings-slice';
import type { Feature } from '@/store/feature';

/** Changes by an operator show in open pages after this time. */
const POLL_INTERVAL_MS = 10_000;

/** Keeps a page that stays open true to the site: closed, opened again, renamed. The server fills it in for the first page. */
function* settingsSaga(): Generator {
  // Leading: further wishes within the pause are covered by the look just taken.
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
    // No answer: what is known stays, and the next look comes soon enough.
  }
  yield delay(POLL_INTERVAL_MS);
}

/** What the operator has set, and whether the visitor's country may be here. Filled before the first page is shown, looked at again later. */
export const settingsFeature: Feature = {
  name: 'settings',
  reducer: settingsSlice.reducer,
  outlivesSession: true,
  browserSaga: settingsSaga,
};
