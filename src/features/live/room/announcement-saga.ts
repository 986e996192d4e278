import { put, takeLatest } from 'redux-saga/effects';
import { feedRoutes } from '@contract/content/feed-routes';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { withFailure } from '@/store/with-failure';
import { isRoomOf } from './join-saga';
import * as room from './room-slice';
import { selectRoom } from './room-state';

const POSTS = 10;

const loadAnnouncement = withFailure(function* load() {
  const { performerId, status } = yield* selectState(selectRoom);
  if (status !== 'waiting' || !performerId) return;
  const { data } = yield* callEndpoint(feedRoutes.listFeeds, {
    query: { performerId, type: 'scheduled-streaming', limit: POSTS },
  });
  const [next] = data
    .flatMap(({ _id, title, text, streamingScheduled, isReminded = false }) =>
      streamingScheduled && Date.parse(streamingScheduled) > Date.now()
        ? [{ postId: _id, title: title || text, startsAt: streamingScheduled, isReminded }]
        : [],
    )
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  if (yield* isRoomOf(performerId)) yield put(room.announcementLoaded(next ?? null));
});

export function* announcementSaga() {
  // If the server already tried to join and was refused, its state says so.
  yield takeLatest([room.joinRefused, room.roomEntered], loadAnnouncement);
}
