import type { Feature } from '@/store/feature';
import { blockSaga } from './block-saga';
import { blockSlice } from './block-slice';

/** Whom a creator does not want to be seen by: people, and whole countries. */
export const blockFeature: Feature = {
  name: 'block',
  reducer: blockSlice.reducer,
  saga: blockSaga,
};
