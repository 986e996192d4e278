import { put, takeEvery } from 'redux-saga/effects';
import { referenceRoutes } from '@contract/site/reference-routes';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import {
  referenceLoaded,
  referenceRequested,
  selectReference,
  referenceSlice,
  type ReferenceName,
} from './reference-slice';
import type { Feature } from '@/store/feature';

const routes = {
  countries: referenceRoutes.listCountries,
  languages: referenceRoutes.listLanguages,
  phoneCodes: referenceRoutes.listPhoneCodes,
  profileOptions: referenceRoutes.getProfileOptions,
} as const satisfies Record<ReferenceName, unknown>;

function* referenceSaga(): Generator {
  const underWay = new Set<ReferenceName>();
  yield takeEvery(referenceRequested, function* load({ payload: names }) {
    for (const name of names) {
      const known = yield* selectState(selectReference(name));
      if (known || underWay.has(name)) continue;
      underWay.add(name);
      try {
        const list = yield* callEndpoint(routes[name]);
        yield put(referenceLoaded({ name, list } as Parameters<typeof referenceLoaded>[0]));
      } catch {
        // Without its list, a field takes free text or has few options; the next form requests the list again.
      } finally {
        underWay.delete(name);
      }
    }
  });
}

export const referenceFeature: Feature = {
  name: 'reference',
  reducer: referenceSlice.reducer,
  saga: referenceSaga,
};
