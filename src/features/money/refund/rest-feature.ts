import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeEvery } from 'redux-saga/effects';
import { refundRoutes } from '@contract/money/refund-routes';
import type { EndpointData } from '@contract/schemas';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';
import { withFailure } from '@/store/with-failure';
import { selectRefundsRest } from './refund-support';

interface RestState {
  /** Refunds by the fan's account id. */
  byId: Record<string, EndpointData<'getSubscriptionRest'>>;
}

declare module '@/store/state' {
  interface StoreState {
    subscriptionRest: RestState;
  }
}

const initialState: RestState = { byId: {} };

const restSlice = createSlice({
  name: 'subscriptionRest',
  initialState,
  reducers: {
    /** The amount decreases every day, so each request drops the loaded value. */
    restRequested({ byId }, { payload: { userId } }: PayloadAction<{ userId: string }>) {
      delete byId[userId];
    },
    restLoaded(
      { byId },
      { payload: { userId, rest } }: PayloadAction<{ userId: string; rest: RestState['byId'][string] }>,
    ) {
      byId[userId] = rest;
    },
  },
});

export const { restRequested } = restSlice.actions;
const { restLoaded } = restSlice.actions;
export const selectRest = (userId: string) => (state: StoreState) => state.subscriptionRest.byId[userId];

function* load({ payload: { userId } }: ReturnType<typeof restRequested>) {
  if (!(yield* selectState(selectRefundsRest))) return;
  const rest = yield* callEndpoint(refundRoutes.getSubscriptionRest, { params: { id: userId } });
  yield put(restLoaded({ userId, rest }));
}

/** The refund that a fan would get if their subscription ended now. */
export const restFeature: Feature = {
  name: 'subscriptionRest',
  reducer: restSlice.reducer,
  *saga() {
    // If this fails, no refund is offered.
    yield takeEvery(restRequested, withFailure(load));
  },
};
