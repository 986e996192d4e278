import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeLeading } from 'redux-saga/effects';
import { referenceRoutes } from '@contract/site/reference-routes';
import type { EndpointData } from '@contract/schemas';
import { dismissedPromoStore } from '@/services/storage';
import { withFailure } from '@/store/with-failure';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';

export type Promo = Pick<
  EndpointData<'listBanners'>['data'][number],
  '_id' | 'title' | 'description' | 'link' | 'photo' | 'updatedAt'
>;

interface PromoState {
  /** Null until loaded, which happens once per visit. */
  promos: Promo[] | null;
  dismissed: string[];
}

declare module '@/store/state' {
  interface StoreState {
    promo: PromoState;
  }
}

const initialState: PromoState = { promos: null, dismissed: [] };

/** Identifies a version, so that a dismissed promo is shown again after it was changed. */
const getVersion = ({ _id, updatedAt }: Promo) => `${_id}@${updatedAt}`;

const promoSlice = createSlice({
  name: 'promo',
  initialState,
  reducers: {
    promosRequested() {},
    promosLoaded(state, { payload }: PayloadAction<{ promos: Promo[]; dismissed: string[] }>) {
      state.promos = payload.promos;
      state.dismissed = payload.dismissed;
    },
    promoDismissed(state, { payload }: PayloadAction<Promo>) {
      state.dismissed.push(getVersion(payload));
    },
  },
});

export const { promosRequested, promoDismissed } = promoSlice.actions;
const { promosLoaded } = promoSlice.actions;

export const selectPromo = ({ promo: { promos, dismissed } }: StoreState): Promo | undefined =>
  promos?.find((promo) => !dismissed.includes(getVersion(promo)));
export const selectArePromosKnown = (state: StoreState): boolean => state.promo.promos !== null;

const MAX_PROMOS = 10;

function* load() {
  const { data } = yield* callEndpoint(referenceRoutes.listBanners, { query: { limit: MAX_PROMOS } });
  const promos = data.map(({ _id, title, description, link, photo, updatedAt }) => ({
    _id,
    title,
    link,
    photo,
    updatedAt,
    description: toText(description ?? ''),
  }));
  yield put(promosLoaded({ promos, dismissed: dismissedPromoStore.read() ?? [] }));
}

/** Some backends store descriptions as HTML, of which only the text is shown. */
const toText = (html: string): string =>
  html.includes('<') ? (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim() : html;

function* saveDismissed({ payload }: ReturnType<typeof promoDismissed>) {
  dismissedPromoStore.write([...(dismissedPromoStore.read() ?? []), getVersion(payload)]);
  yield;
}

export const promoFeature: Feature = {
  name: 'promo',
  reducer: promoSlice.reducer,
  *browserSaga() {
    yield takeLeading(
      promosRequested,
      withFailure(load, () => promosLoaded({ promos: [], dismissed: [] })),
    );
    yield takeLeading(promoDismissed, saveDismissed);
  },
};
