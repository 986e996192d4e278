import { put, takeEvery } from 'redux-saga/effects';
import { followRoutes } from '@contract/content/follow-routes';
import { limits } from '@contract/base/limits';
import { toFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { followsFailed, followsLoaded, followsRequested, followSlice, selectFollows } from './follow-slice';

const limit = limits.listDefault;

function* load({ payload: { side } }: ReturnType<typeof followsRequested>) {
  try {
    const { read } = yield* selectState(selectFollows(side));
    const route = side === 'following' ? followRoutes.listFollowing : followRoutes.listFollowers;
    const { data, total } = yield* callEndpoint(route, { query: { limit, offset: read } });
    // All of them are followed; a backend may not say so of each.
    const list = data.map((one) =>
      side === 'following' && one.followingInfo
        ? { ...one, followingInfo: { ...one.followingInfo, isFollowed: true } }
        : one,
    );
    yield put(followsLoaded({ side, list, total, isEnd: data.length < limit }));
  } catch (error) {
    yield put(followsFailed({ side, error: toFailure(error) }));
  }
}

/** Lists of follows, both ways. */
export const followFeature: Feature = {
  name: 'follow',
  reducer: followSlice.reducer,
  *saga() {
    yield takeEvery(followsRequested, load);
  },
};
