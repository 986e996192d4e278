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
        // A field without its list takes free text or stays short; the next form asks again.
      } finally {
        underWay.delete(name);
      }
    }
  });
}

/** Countries, languages, phone codes and other lists of forms and filters, each fetched once. */
export const referenceFeature: Feature = {
  name: 'reference',
  reducer: referenceSlice.reducer,
  saga: referenceSaga,
};
