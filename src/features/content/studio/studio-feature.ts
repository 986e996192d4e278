import type { Feature } from '@/store/feature';
import { studioSaga } from './studio-saga';
import { studioSlice } from './studio-slice';

/** A creator's own posts: the list, and the one being written. */
export const studioFeature: Feature = { name: 'studio', reducer: studioSlice.reducer, saga: studioSaga };
