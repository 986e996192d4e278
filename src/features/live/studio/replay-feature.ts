import type { Action } from '@reduxjs/toolkit';
import { call, put, takeEvery } from 'redux-saga/effects';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { toFailure } from '@/services/api-error';
import { discardRecordings } from '@/services/streaming/recording-store';
import { selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { takeInOrder } from '@/store/take-by';
import * as replay from './replay-slice';
import { uploadReplay } from './upload-replay';

/** Recordings that are not sent yet, by show. The only copy may be in memory. */
type Recordings = Map<string, File>;

function* sendReplay(recordings: Recordings, streamId: string, file: File): Generator {
  yield put(replay.replayStarted({ streamId }));
  const accountId = (yield* selectState(selectCurrentUser))?._id ?? '';
  try {
    const videoId = yield* uploadReplay(file, streamId, (progress) =>
      put(replay.replayProgressed({ streamId, progress })),
    );
    recordings.delete(streamId);
    yield put(replay.replaySent({ streamId, videoId }));
  } catch (error) {
    yield put(replay.replayFailed({ streamId, error: toFailure(error) }));
    return;
  }
  try {
    yield call(discardRecordings, { accountId, showId: streamId });
  } catch {
    // The next visit sends it again, finds the replay and discards it then.
  }
}

export const replayFeature: Feature = {
  name: 'liveReplay',
  reducer: replay.replayReducer,
  *browserSaga() {
    const recordings: Recordings = new Map();
    yield takeEvery(replay.replayDropped, ({ payload }) => void recordings.delete(payload.streamId));
    yield takeInOrder([replay.replayRecorded, replay.replayRetried], function* send(action: Action) {
      // Earlier ones that failed are sent again with the next.
      const earlier = [...recordings];
      if (replay.replayRecorded.match(action)) {
        const { streamId, file } = action.payload;
        recordings.set(streamId, file);
        yield* sendReplay(recordings, streamId, file);
      }
      for (const [streamId, file] of earlier) {
        if (recordings.has(streamId)) yield* sendReplay(recordings, streamId, file);
      }
    });
  },
};
