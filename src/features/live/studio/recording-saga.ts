import type { Task } from 'redux-saga';
import { call, delay, fork, put, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { failureShown } from '@/features/site/ui/ui-slice';
import type { ApiFailure } from '@/services/api-error';
import type { ShowRecording } from '@/services/streaming/record-show';
import type { PublishMedia } from '@/services/streaming/stream-publication';
import { discardRecordings, listRecordedShows, listRecordings } from '@/services/streaming/recording-store';
import { selectState } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';
import { fetchSummary } from './own-show';
import { followMedia, readMedia } from './publication-saga';
import { replayFailed, replayRecorded, replaySent, selectReplayUpload } from './replay-slice';
import type { StudioMedia } from './studio-media';
import { selectHasForeignEngine, selectKeepsShows, selectStudio, type Show } from './studio-state';
import * as studio from './studio-slice';

const REPLAY_MS = [2_000, 3_000, 5_000, 10_000];

interface Running {
  streamId: string;
  /** Can be called repeatedly. @returns this page's recording. */
  stop(): Promise<File | null>;
}

/** Agora and LiveKit do not record shows for us, so the host's browser does. */
function* isRecordedByBrowser(): Generator<unknown, boolean> {
  return (yield* selectState(selectHasForeignEngine)) && (yield* selectState(selectKeepsShows));
}

const selectAccountId = (state: StoreState): string => selectCurrentUser(state)?._id ?? '';

const loadRecorder = async () => (await import('@/services/streaming/record-show')).recordShow;

interface Begun {
  recording: ShowRecording;
  sent: PublishMedia;
}

/** @returns null if the browser cannot record, or if the host does not want a recording. */
function* begin(media: StudioMedia, { _id: streamId, isRecorded }: Show): Generator<unknown, Begun | null> {
  if (!isRecorded || !(yield* isRecordedByBrowser())) return null;
  const accountId = yield* selectState(selectAccountId);
  const record = (yield call(loadRecorder)) as Awaited<ReturnType<typeof loadRecorder>>;
  const sent = yield* readMedia({ media, audience: 'show' });
  const place = { accountId, showId: streamId };
  // If recording fails later, the part recorded before is kept.
  const recording = (yield call(record, place, sent, () => undefined)) as ShowRecording | null;
  return recording && { recording, sent };
}

/**
 * @param last recording of this page; only some browsers also have it on disk.
 * @returns true if there is a recording.
 */
function* sendRecordings(showId: string, last: File | null): Generator<unknown, boolean> {
  const accountId = yield* selectState(selectAccountId);
  const kept = (yield call(listRecordings, { accountId, showId })) as File[];
  // After each reload another recording begins, but a show has only one replay: use the longest.
  const [longest] = [...kept, ...(last ? [last] : [])].toSorted((a, b) => b.size - a.size);
  if (longest) yield put(replayRecorded({ streamId: showId, file: longest }));
  return longest !== undefined;
}

function* findReplay({ payload: { summary } }: ReturnType<typeof studio.showEnded>): Generator {
  const { wasRecorded } = yield* selectState(selectStudio);
  if (!summary?.streamId || summary.replayVideoId || !wasRecorded || (yield* isRecordedByBrowser())) return;
  for (const wait of REPLAY_MS) {
    yield delay(wait);
    const next = yield* fetchSummary(summary.streamId);
    if (!next?.replayVideoId) continue;
    yield put(studio.summaryChanged(next));
    return;
  }
}

/** Uploads recordings of earlier shows whose upload was interrupted by closing the tab or a long network failure. */
function* sendLeftovers(): Generator {
  yield take(studio.setupOpened);
  if (!(yield* isRecordedByBrowser())) return;
  const accountId = yield* selectState(selectAccountId);
  for (const showId of (yield call(listRecordedShows, accountId)) as string[]) {
    if (!(yield* sendRecordings(showId, null))) continue;
    yield take([replaySent, replayFailed]);
    const { streamId, error } = yield* selectState(selectReplayUpload);
    // By now another show has ended, whose upload goes first; this one waits for the next visit.
    if (streamId !== showId || (error && !isRefused(error))) return;
    if (!error) continue;
    yield put(failureShown({ message: `The recording of an earlier show could not be kept: ${error.message}` }));
    yield call(discardRecordings, { accountId, showId });
  }
}

/** True if the server will reject it every time. An expired login or a rate limit is temporary. */
const isRefused = ({ status }: ApiFailure): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 423, 429].includes(status);

export function* recordingSaga(media: StudioMedia): Generator {
  let running: Running | null = null;
  yield fork(sendLeftovers);
  yield takeLatest(studio.showEnded, findReplay);
  yield takeLatest(studio.wentLive, function* record({ payload: show }: { payload: Show }) {
    const begun = yield* begin(media, show);
    if (!begun) return;
    const { recording, sent } = begun;
    let stopped: Promise<File | null> | null = null;
    const stop = () => (stopped ??= recording.stop());
    running = { streamId: show._id, stop };
    // Records the picture that the show's viewers get, so not that of a private show.
    const following = (yield fork(followMedia, { media, audience: 'show' }, sent, () => recording)) as Task;
    try {
      yield take([studio.showEnded, studio.showTakenOver]);
    } finally {
      following.cancel();
      void stop();
    }
  });
  yield takeEvery(studio.showEnded, function* send({ payload: { summary } }: ReturnType<typeof studio.showEnded>) {
    const { streamId = summary?.streamId, stop } = running ?? {};
    running = null;
    if (!streamId || summary?.replayVideoId || !(yield* isRecordedByBrowser())) return;
    yield* sendRecordings(streamId, stop ? ((yield call(stop)) as File | null) : null);
  });
}
