import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import { performerRoutes } from '@contract/identity/performer-routes';
import type { EndpointData } from '@contract/schemas';
import { withFailure } from '@/store/with-failure';
import { callEndpoint } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';
import { intentOpened } from './intent-feature';

type Performer = EndpointData<'getPerformer'>;

export interface PerformerState {
  status: 'idle' | 'pending' | 'failed';
  found: Performer | null;
}

const initialState: PerformerState = { status: 'idle', found: null };

export const performerSlice = createSlice({
  name: 'checkout',
  initialState,
  reducers: {
    performerRequested(state, _action: PayloadAction<{ id: string }>) {
      state.status = 'pending';
    },
    performerLoaded: (_state, { payload }: PayloadAction<Performer>): PerformerState => ({
      status: 'idle',
      found: payload,
    }),
    performerFailed(state) {
      state.status = 'failed';
    },
  },
  extraReducers: (builder) => {
    builder.addCase(intentOpened, () => initialState);
  },
});

export const { performerRequested, performerLoaded } = performerSlice.actions;
const { performerFailed } = performerSlice.actions;

export const selectPricedPerformer = (state: StoreState) => state.checkout.performer;

const loadPerformer = withFailure(
  function* loadPerformer({ payload: { id } }: ReturnType<typeof performerRequested>) {
    yield put(performerLoaded(yield* callEndpoint(performerRoutes.getPerformer, { params: { id } })));
  },
  () => performerFailed(),
);

export function* performerSaga() {
  yield takeLatest(performerRequested, loadPerformer);
}
