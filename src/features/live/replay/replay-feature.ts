import { put, takeEvery } from 'redux-saga/effects';
import { toFailure } from '@/services/api-error';
import type { Feature } from '@/store/feature';
import * as replay from './replay-slice';
import { uploadReplay } from './upload-replay';

function* sendReplay({ payload: { streamId, file } }: ReturnType<typeof replay.replayRecorded>) {
  try {
    const videoId = yield* uploadReplay(file, streamId, (progress) => put(replay.replayProgressed(progress)));
    yield put(replay.replaySent({ videoId }));
  } catch (error) {
    yield put(replay.replayFailed(toFailure(error)));
  }
}

/** Recordings that the browsers of hosts made, on their way to the server. */
export const replayFeature: Feature = {
  name: 'liveReplay',
  reducer: replay.replayReducer,
  *browserSaga() {
    yield takeEvery(replay.replayRecorded, sendReplay);
  },
};
