import { createAction, createReducer } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import { callEndpoint } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';

export type TaxKind = 'wallet' | 'subscription';

/** Tax rates as fractions; undefined while unknown. */
export type TaxState = Partial<Record<TaxKind, number>>;

export const taxRequested = createAction<TaxKind>('checkout/taxRequested');
const taxLoaded = createAction<{ kind: TaxKind; rate: number }>('checkout/taxLoaded');

export const taxReducer = createReducer<TaxState>({}, (builder) => {
  builder.addCase(taxLoaded, (state, { payload }) => {
    state[payload.kind] = payload.rate;
  });
});

export const selectTaxRates = (state: StoreState) => state.checkout.taxRates;

/** Tax rate at the payer's location; 0 on backends without the call. */
export function* loadTax(kind: TaxKind) {
  try {
    const { rate } = yield* callEndpoint(paymentRoutes.calculateTax, { body: { amount: 100, type: kind } });
    yield put(taxLoaded({ kind, rate }));
  } catch {
    // The untaxed price is sent as the expected one: a backend that adds tax then rejects the payment instead of charging more.
    yield put(taxLoaded({ kind, rate: 0 }));
  }
}

export function* taxSaga() {
  yield takeLatest(taxRequested, ({ payload }) => loadTax(payload));
}
