import { createAction, createReducer } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import { spendingRoutes } from '@contract/money/spending-routes';
import { getLimitProblem, type SpendingLimit } from '@/lib/spending-limit';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';
import { withFailure } from '@/store/with-failure';
import { getAmountDue, type Purchase } from './purchase';

/** The limit when the sheet was opened; null while unknown, and on backends without limits. */
export type SpendingLimitState = SpendingLimit | null;

export const spendingLimitRequested = createAction('checkout/spendingLimitRequested');
const spendingLimitLoaded = createAction<SpendingLimit>('checkout/spendingLimitLoaded');

export const spendingLimitReducer = createReducer<SpendingLimitState>(null, (builder) => {
  builder.addCase(spendingLimitLoaded, (_state, { payload }) => payload);
});

/** Checks a purchase and the top-up before it together, because the server would refuse only the purchase. Null if both fit. */
export const selectLimitProblem =
  (purchases: readonly Purchase[]) =>
  ({ checkout: { spendingLimit } }: StoreState): string | null => {
    const counted = purchases.filter(({ kind }) => kind !== 'topUp');
    return getLimitProblem(
      spendingLimit,
      counted.reduce((sum, purchase) => sum + getAmountDue(purchase), 0),
    );
  };

function* loadSpendingLimit() {
  if (yield* selectState(selectSupportsCall(spendingRoutes.getSpendingLimit)))
    yield put(spendingLimitLoaded(yield* callEndpoint(spendingRoutes.getSpendingLimit)));
}

/** If this fails, the server still enforces the limit. */
export function* spendingLimitSaga() {
  yield takeLatest(spendingLimitRequested, withFailure(loadSpendingLimit));
}
