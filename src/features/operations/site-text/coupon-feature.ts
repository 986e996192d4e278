import { fork, put, takeLatest } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { siteTextRoutes } from '@contract/operations/site-text-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { selectState } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import type { Feature } from '@/store/feature';
import { createPagedList, type PagedList } from '@/store/paged-list';
import { actDone, buildAct, type Act } from '../act/act-slice';

export type Coupon = EndpointData<'listCoupons'>['data'][number];
export interface CouponQuery {
  q?: string;
  offset?: number;
}

declare module '@/store/state' {
  interface StoreState {
    siteCoupons: PagedList<Coupon, CouponQuery>;
  }
}

export const COUPONS_PER_PAGE = limits.tablePage;

export const siteCoupons = createPagedList<Coupon, CouponQuery>({
  name: 'siteCoupons',
  select: (state) => state.siteCoupons,
  limit: COUPONS_PER_PAGE,
  load: (query, place) => callSearch(siteTextRoutes.listCoupons, { query: { ...query, ...place } }),
});

export const saveCoupon = (code: string, body: EndpointInput<'saveCoupon'>['body']): Act =>
  buildAct(siteTextRoutes.saveCoupon, { params: { code }, body }, `${code.toUpperCase()} saved`);

export const endCoupon = (code: string): Act =>
  buildAct(siteTextRoutes.endCoupon, { params: { code } }, `${code} has ended`);

function* reload() {
  const { query } = yield* selectState(siteCoupons.select);
  yield put(siteCoupons.requested(query));
}

export const couponFeature: Feature = {
  name: 'siteCoupons',
  reducer: siteCoupons.reducer,
  *saga() {
    yield fork(siteCoupons.saga);
    yield takeLatest(actDone, reload);
  },
};
