import type { Feature } from '@/store/feature';
import { searchSaga } from './search-saga';
import { searchSlice } from './search-slice';

/** What a search finds, and what to search for; the lists themselves belong to creators and items. */
export const searchFeature: Feature = { name: 'search', reducer: searchSlice.reducer, saga: searchSaga };
