import type { Feature } from '@/store/feature';
import { reactionSaga } from './reaction-saga';
import { reactionReducer } from './reaction-slice';

/** Likes and saves of anything, and the saved creators. */
export const reactionFeature: Feature = { name: 'reaction', reducer: reactionReducer, saga: reactionSaga };
