import type { Action } from '@reduxjs/toolkit';
import { call, put } from 'redux-saga/effects';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { toFailure } from '@/services/api-error';
import { discardRecordings } from '@/services/streaming/recording-store';
import { selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { takeInOrder } from '@/store/take-by';
import * as replay from './replay-slice';
import { uploadReplay } from './upload-replay';

type Recorded = ReturnType<typeof replay.replayRecorded>['payload'];

/** @returns whether it was sent */
function* sendReplay({ streamId, file }: Recorded): Generator<unknown, boolean> {
  yield put(replay.replayStarted({ streamId }));
  const accountId = (yield* selectState(selectCurrentUser))?._id ?? '';
  try {
    const videoId = yield* uploadReplay(file, streamId, (progress) => put(replay.replayProgressed(progress)));
    yield put(replay.replaySent({ videoId }));
  } catch (error) {
    yield put(replay.replayFailed(toFailure(error)));
    return false;
  }
  try {
    yield call(discardRecordings, { accountId, showId: streamId });
  } catch {
    // The next visit sends it again, finds the replay and discards it then.
  }
  return true;
}

export const replayFeature: Feature = {
  name: 'liveReplay',
  reducer: replay.replayReducer,
  *browserSaga() {
    let failed: Recorded | null = null;
    // In order: the only copy of a recording may be in memory.
    yield takeInOrder([replay.replayRecorded, replay.replayRetried], function* send(action: Action) {
      const recorded: Recorded | null = replay.replayRecorded.match(action) ? action.payload : failed;
      if (recorded) failed = (yield* sendReplay(recorded)) ? null : recorded;
    });
  },
};
