import type { Feature } from '@/store/feature';
import { commentSaga } from './comment-saga';
import { commentSlice } from './comment-slice';

/** What people say under posts and other works. */
export const commentFeature: Feature = { name: 'comment', reducer: commentSlice.reducer, saga: commentSaga };
