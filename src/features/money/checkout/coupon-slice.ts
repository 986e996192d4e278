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
}

const initialState: CouponState = { applied: null, status: 'idle', error: null };

export const couponSlice = createSlice({
  name: 'checkout',
  initialState,
  reducers: {
    couponRequested: (_state, _action: PayloadAction<{ code: string }>): CouponState => ({
      ...initialState,
      status: 'pending',
    }),
    couponApplied: (_state, { payload }: PayloadAction<Coupon>): CouponState => ({ ...initialState, applied: payload }),
    couponFailed: (_state, { payload }: PayloadAction<ApiFailure>): CouponState => ({
      ...initialState,
      status: 'failed',
      error: payload,
    }),
    couponRemoved: () => initialState,
  },
  extraReducers: (builder) => {
    builder.addCase(intentOpened, () => initialState);
  },
});

export const { couponRequested, couponFailed, couponRemoved } = couponSlice.actions;
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
