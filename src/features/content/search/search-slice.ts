import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { StoreState } from '@/store/state';

export type Suggestions = EndpointData<'suggestSearch'>;
type SearchTotals = EndpointData<'searchKeyword'>;

export interface SearchState {
  totals: Record<string, SearchTotals>;
  suggested: { words: string; found: Suggestions } | null;
  recent: string[];
  popular: string[];
}

declare module '@/store/state' {
  interface StoreState {
    search: SearchState;
  }
}

const initialState: SearchState = { totals: {}, suggested: null, recent: [], popular: [] };

const MAX_RECENT = 8;

export const searchSlice = createSlice({
  name: 'search',
  initialState,
  reducers: {
    totalsRequested(_state, _action: PayloadAction<{ words: string }>) {},
    totalsLoaded(state, { payload }: PayloadAction<{ words: string; totals: SearchTotals }>) {
      state.totals[payload.words] = payload.totals;
    },
    suggestionsLoaded(state, { payload }: PayloadAction<NonNullable<SearchState['suggested']>>) {
      state.suggested = payload;
    },
    recentLoaded(state, { payload }: PayloadAction<string[]>) {
      state.recent = payload;
    },
    searched(state, { payload: words }: PayloadAction<string>) {
      const isSame = (one: string) => one.toLowerCase() === words.toLowerCase();
      state.recent = [words, ...state.recent.filter((one) => !isSame(one))].slice(0, MAX_RECENT);
    },
    recentCleared(state, { payload: words }: PayloadAction<string | undefined>) {
      state.recent = words === undefined ? [] : state.recent.filter((one) => one !== words);
    },
    popularLoaded(state, { payload }: PayloadAction<string[]>) {
      state.popular = payload;
    },
  },
});

export const queryChanged = createAction<string>('search/queryChanged');
export const searchOpened = createAction('search/searchOpened');

export const { totalsRequested, searched, recentCleared } = searchSlice.actions;
export const { totalsLoaded, suggestionsLoaded, recentLoaded, popularLoaded } = searchSlice.actions;

export const selectTotals = (words: string) => (state: StoreState) => state.search.totals[words];
export const selectRecent = (state: StoreState) => state.search.recent;
export const selectPopular = (state: StoreState) => state.search.popular;
export const selectSuggested = (state: StoreState) => state.search.suggested;
