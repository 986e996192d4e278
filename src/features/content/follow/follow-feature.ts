import { fork } from 'redux-saga/effects';
import type { Feature } from '@/store/feature';
import { followReducer, follows } from './follow-slice';

/** Lists of follows, both ways. */
export const followFeature: Feature = {
  name: 'follow',
  reducer: followReducer,
  *saga() {
    yield fork(follows.following.saga);
    yield fork(follows.followers.saga);
  },
};
