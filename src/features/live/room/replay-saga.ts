import { delay, put, takeLatest } from 'redux-saga/effects';
import { videoRoutes } from '@contract/content/video-routes';
import { selectHasExtension } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { isRoomOf } from './join-saga';
import * as room from './room-slice';
import { selectRoom } from './room-state';

/** Slow, because hosts review a recording before they publish it. */
const POLL_MS = 60_000;

function* findReplay() {
  if (!(yield* selectState(selectHasExtension('replays')))) return;
  while (true) {
    const { performerId, status, show } = yield* selectState(selectRoom);
    if (!performerId || (status !== 'waiting' && status !== 'ended')) return;
    try {
      const query = { performerId, isReplay: true, limit: 1 } as const;
      const [video] = (yield* callEndpoint(videoRoutes.searchVideos, { query })).data;
      if (!(yield* isRoomOf(performerId))) return;
      if (video?.streamId)
        yield put(room.replayFound({ videoId: video.slug || video._id, streamId: video.streamId, title: video.title }));
      if (status === 'waiting' || video?.streamId === show?._id) return;
    } catch {
      // The next poll tries again.
    }
    yield delay(POLL_MS);
  }
}

export function* replaySaga() {
  const endings = [room.joinRefused, room.showEnded, room.showChanged];
  // If the server already tried to join and was refused, its state says so.
  yield takeLatest([room.roomEntered, ...endings, room.roomLeft], findReplay);
}
