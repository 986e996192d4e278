import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeEvery } from 'redux-saga/effects';
import type { EndpointData } from '@contract/schemas';
import { creatorHomeRoutes } from '@contract/money/creator-home-routes';
import { withFailure } from '@/store/with-failure';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { postSalesRequested } from '@/store/intents';
import type { StoreState } from '@/store/state';

type PostSale = EndpointData<'listPostSales'>['data'][number];

declare module '@/store/state' {
  interface StoreState {
    /** Sales by post id. A post that was requested and has no sales has zeros. */
    postSales: { byId: Record<string, Omit<PostSale, 'feedId'>> };
  }
}

const initialState: StoreState['postSales'] = { byId: {} };

const postSalesSlice = createSlice({
  name: 'postSales',
  initialState,
  reducers: {
    salesLoaded(state, { payload: { ids, sales } }: PayloadAction<{ ids: string[]; sales: PostSale[] }>) {
      for (const id of ids) state.byId[id] = { buyers: 0, grossPrice: 0, netPrice: 0 };
      for (const { feedId, ...sale } of sales) state.byId[feedId] = sale;
    },
  },
});

const { salesLoaded } = postSalesSlice.actions;
/** Undefined while loading, and if the backend does not send sales. */
export const selectPostSale = (id: string) => (state: StoreState) => state.postSales?.byId[id];

const load = withFailure(function* load({ payload: { ids } }: ReturnType<typeof postSalesRequested>) {
  if (ids.length === 0 || !(yield* selectState(selectSupportsCall(creatorHomeRoutes.listPostSales)))) return;
  const { data } = yield* callEndpoint(creatorHomeRoutes.listPostSales, { query: { feedIds: ids } });
  yield put(salesLoaded({ ids, sales: data }));
});

export const postSalesFeature: Feature = {
  name: 'postSales',
  reducer: postSalesSlice.reducer,
  *saga() {
    yield takeEvery(postSalesRequested, load);
  },
};
