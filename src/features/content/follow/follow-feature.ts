import { combineReducers, type Action } from '@reduxjs/toolkit';
import { followRoutes } from '@contract/content/follow-routes';
import { fork } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import type { EndpointData } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { followChanged } from '@/store/intents';
import { createPagedList, type PagedList } from '@/store/paged-list';

export type Follow = EndpointData<'listFollowing'>['data'][number];

export type FollowSide = 'following' | 'followers';

type FollowList = PagedList<Follow, { offset?: number }>;

declare module '@/store/state' {
  interface StoreState {
    follow: Record<FollowSide, FollowList>;
  }
}

const following = createPagedList<Follow, { offset?: number }>({
  name: 'follow/following',
  select: (state) => state.follow.following,
  limit: limits.listDefault,
  *load(_query, place) {
    const { data, total } = yield* callEndpoint(followRoutes.listFollowing, { query: place });
    // All of these are followed, but a backend may omit the flag here.
    return { data: data.map((row) => withFollow(row, true)), total };
  },
});

const followers = createPagedList<Follow, { offset?: number }>({
  name: 'follow/followers',
  select: (state) => state.follow.followers,
  limit: limits.listDefault,
  load: (_query, place) => callEndpoint(followRoutes.listFollowers, { query: place }),
});

export const follows: Record<FollowSide, typeof following> = { following, followers };

function withFollow(row: Follow, isFollowed: boolean): Follow {
  return row.followingInfo ? { ...row, followingInfo: { ...row.followingInfo, isFollowed } } : row;
}

const followReducer = combineReducers({
  followers: followers.reducer,
  following(state: FollowList | undefined, action: Action): FollowList {
    const list = following.reducer(state, action);
    if (!followChanged.match(action)) return list;
    // The row stays, so that the user can undo a mistake; the server's list is one shorter.
    const { performerId, isFollowed } = action.payload;
    const row = list.rows.find(({ followingInfo }) => followingInfo?._id === performerId);
    if (!row || row.followingInfo?.isFollowed === isFollowed) return list;
    const rows = list.rows.map((one) => (one === row ? withFollow(row, isFollowed) : one));
    return { ...list, rows, read: list.read + (isFollowed ? 1 : -1) };
  },
});

export const followFeature: Feature = {
  name: 'follow',
  reducer: followReducer,
  *saga() {
    yield fork(following.saga);
    yield fork(followers.saga);
  },
};
