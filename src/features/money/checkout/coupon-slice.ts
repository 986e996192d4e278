import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { withFailure } from '@/store/with-failure';
import { callEndpoint } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';
import { intentOpened } from './intent-feature';

type Coupon = EndpointData<'applyCoupon'>;

export interface CouponState {
  applied: Coupon | null;
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
  /** Text in the field. It must be applied or removed before a payment. */
  typed: string;
  /** Whether the button that pays requested the coupon, instead of paying. */
  isByPaying: boolean;
}

const initialState: CouponState = { applied: null, status: 'idle', error: null, typed: '', isByPaying: false };

export const couponSlice = createSlice({
  name: 'checkout',
  initialState,
  reducers: {
    couponTyped: (state, { payload }: PayloadAction<string>): CouponState => ({
      ...state,
      typed: payload,
      error: null,
    }),
    couponRequested: (
      { typed },
      { payload: { isByPaying = false } }: PayloadAction<{ code: string; isByPaying?: boolean }>,
    ): CouponState => ({ ...initialState, typed, isByPaying, status: 'pending' }),
    couponApplied: ({ isByPaying }, { payload }: PayloadAction<Coupon>): CouponState => ({
      ...initialState,
      isByPaying,
      applied: payload,
    }),
    couponFailed: ({ typed, status, isByPaying }, { payload }: PayloadAction<ApiFailure>): CouponState => ({
      ...initialState,
      typed,
      // A payment can fail because of a coupon that was applied before.
      isByPaying: status === 'pending' && isByPaying,
      status: 'failed',
      error: payload,
    }),
    couponRemoved: () => initialState,
  },
  extraReducers: (builder) => {
    builder.addCase(intentOpened, () => initialState);
  },
});

export const { couponTyped, couponRequested, couponFailed, couponRemoved } = couponSlice.actions;
const { couponApplied } = couponSlice.actions;

export const selectCoupon = (state: StoreState) => state.checkout.coupon;

const applyCoupon = withFailure(
  function* applyCoupon({ payload: { code } }: ReturnType<typeof couponRequested>) {
    yield put(couponApplied(yield* callEndpoint(paymentRoutes.applyCoupon, { params: { id: code } })));
  },
  (failure) => {
    const message = failure.status === 404 ? 'There is no coupon with this code.' : failure.message;
    return couponFailed({ ...failure, message });
  },
);

export function* couponSaga() {
  // Opening another sheet cancels the request.
  yield takeLatest([couponRequested, intentOpened], function* (action) {
    if (couponRequested.match(action)) yield* applyCoupon(action);
  });
}
