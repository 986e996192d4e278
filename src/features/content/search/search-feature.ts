import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeEvery } from 'redux-saga/effects';
import { searchRoutes } from '@contract/content/search-routes';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';

/** How much a search finds of each kind. */
interface SearchTotals {
  creators: number;
  posts: number;
}

interface SearchState {
  /** By the words that were searched for. */
  totals: Record<string, SearchTotals>;
}

declare module '@/store/state' {
  interface StoreState {
    search: SearchState;
  }
}

const initialState: SearchState = { totals: {} };

const searchSlice = createSlice({
  name: 'search',
  initialState,
  reducers: {
    totalsRequested(_state, _action: PayloadAction<{ words: string }>) {},
    totalsLoaded(state, { payload }: PayloadAction<{ words: string; totals: SearchTotals }>) {
      state.totals[payload.words] = payload.totals;
    },
  },
});

export const { totalsRequested } = searchSlice.actions;
const { totalsLoaded } = searchSlice.actions;
export const selectTotals = (words: string) => (state: StoreState) => state.search.totals[words];

/** The call counts what people search for as well, so it is made once for the same words. */
function* load({ payload: { words } }: ReturnType<typeof totalsRequested>) {
  if (yield* selectState(selectTotals(words))) return;
  try {
    const found = yield* callEndpoint(searchRoutes.searchKeyword, { body: { keyword: words } });
    yield put(totalsLoaded({ words, totals: { creators: found.totalPerformer, posts: found.totalFeed } }));
  } catch {
    // The lists come without their counts.
  }
}

/** What a search finds; the lists themselves belong to creators and posts. */
export const searchFeature: Feature = {
  name: 'search',
  reducer: searchSlice.reducer,
  *saga() {
    yield takeEvery(totalsRequested, load);
  },
};
