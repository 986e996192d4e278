import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeEvery } from 'redux-saga/effects';
import type { EndpointData } from '@contract/schemas';
import { creatorHomeRoutes } from '@contract/money/creator-home-routes';
import { withFailure } from '@/store/with-failure';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';

export type Fan = EndpointData<'getFan'>;

interface FanState {
  byId: Record<string, Fan>;
}

declare module '@/store/state' {
  interface StoreState {
    fan: FanState;
  }
}

const initialState: FanState = { byId: {} };

const fanSlice = createSlice({
  name: 'fan',
  initialState,
  reducers: {
    fanRequested(_state, _action: PayloadAction<{ userId: string }>) {},
    fanLoaded(state, { payload }: PayloadAction<Fan>) {
      state.byId[payload.userId] = payload;
    },
  },
});

export const { fanRequested } = fanSlice.actions;
const { fanLoaded } = fanSlice.actions;
export const selectSupportsFans = selectSupportsCall(creatorHomeRoutes.getFan);
export const selectFan = (userId: string) => (state: StoreState) => state.fan.byId[userId];

function* load({ payload: { userId } }: ReturnType<typeof fanRequested>) {
  yield put(fanLoaded(yield* callEndpoint(creatorHomeRoutes.getFan, { params: { id: userId } })));
}

export const fanFeature: Feature = {
  name: 'fan',
  reducer: fanSlice.reducer,
  *saga() {
    // If this fails or is not supported, the conversation still works.
    yield takeEvery(fanRequested, withFailure(load));
  },
};
