import type { Action } from '@reduxjs/toolkit';
import { call, put, takeLatest } from 'redux-saga/effects';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { toFailure } from '@/services/api-error';
import { discardRecordings } from '@/services/streaming/recording-store';
import { selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import * as replay from './replay-slice';
import { uploadReplay } from './upload-replay';

type Recorded = ReturnType<typeof replay.replayRecorded>['payload'];

function* sendReplay({ streamId, file }: Recorded) {
  const accountId = (yield* selectState(selectCurrentUser))?._id ?? '';
  try {
    const videoId = yield* uploadReplay(file, streamId, (progress) => put(replay.replayProgressed(progress)));
    yield put(replay.replaySent({ videoId }));
  } catch (error) {
    yield put(replay.replayFailed(toFailure(error)));
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
    let latest: Recorded | null = null;
    yield takeLatest([replay.replayRecorded, replay.replayRetried], function* send(action: Action) {
      if (replay.replayRecorded.match(action)) latest = action.payload;
      if (latest) yield* sendReplay(latest);
    });
  },
};
