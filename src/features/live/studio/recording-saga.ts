import type { Action } from '@reduxjs/toolkit';
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
import { withFailure } from '@/store/with-failure';
import { fetchSummary } from './own-show';
import { followMedia, readMedia } from './publication-saga';
import { replayDropped, replayFailed, replayRecorded, replaySent } from './replay-slice';
import type { StudioMedia } from './studio-media';
import { selectHasForeignEngine, selectKeepsShows, selectStudio, type Show } from './studio-state';
import * as studio from './studio-slice';

const REPLAY_MS = [2_000, 3_000, 5_000, 10_000];

/** Agora and LiveKit do not record for us, so the host's browser does. */
function* isRecordedByBrowser(): Generator<unknown, boolean> {
  return (yield* selectState(selectHasForeignEngine)) && (yield* selectState(selectKeepsShows));
}

const selectAccountId = (state: StoreState): string => selectCurrentUser(state)?._id ?? '';

const loadRecorder = async () => (await import('@/services/streaming/record-show')).recordShow;

interface Begun {
  recording: ShowRecording;
  sent: PublishMedia;
}

/** Storage and encoders of browsers fail in many ways. What they still return is sent, and the show continues. */
function* tryOr<T>(work: () => Promise<T>, otherwise: T): Generator<unknown, T> {
  try {
    return (yield call(work)) as T;
  } catch {
    return otherwise;
  }
}

/** @returns null if the browser cannot record, or the host chose not to. */
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
  const kept = yield* tryOr(() => listRecordings({ accountId, showId }), []);
  // Each reload starts another recording, but a show has only one replay: take the longest.
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

/** @returns the outcome of the next attempt to send the recording of this show. Recordings of other shows may be sent before. */
function* waitForReplay(showId: string): Generator<unknown, { error: ApiFailure | null }> {
  for (;;) {
    const ended = (yield take([replaySent, replayFailed])) as ReturnType<typeof replaySent | typeof replayFailed>;
    if (ended.payload.streamId === showId) return { error: replayFailed.match(ended) ? ended.payload.error : null };
  }
}

/** Uploads earlier recordings that were interrupted by a closed tab or a long network failure. */
const sendLeftovers = withFailure(function* send(): Generator {
  if (!(yield* isRecordedByBrowser())) return;
  const accountId = yield* selectState(selectAccountId);
  for (const showId of (yield call(listRecordedShows, accountId)) as string[]) {
    if (!(yield* sendRecordings(showId, null))) continue;
    const { error } = yield* waitForReplay(showId);
    if (!error) continue;
    // Such as a full quota, which would refuse the others, too. The next visit sends them.
    if (!isRefused(error)) return;
    yield put(replayDropped({ streamId: showId }));
    yield put(failureShown({ message: `The recording of an earlier show could not be kept: ${error.message}` }));
    yield call(discardRecordings, { accountId, showId });
  }
});

/** True if the server will reject it every time. An expired login or a rate limit is temporary. */
const isRefused = ({ status }: ApiFailure): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 423, 429].includes(status);

/** A recorder that cannot follow would keep its last track, such as the sound of a private show: it stops instead. */
function createSink(recording: ShowRecording, stop: () => Promise<unknown>) {
  const follow = (replace: () => void) => {
    try {
      replace();
    } catch {
      stop().catch(() => undefined);
    }
  };
  return {
    replaceVideo: (track: MediaStreamTrack | null) => follow(() => recording.replaceVideo(track)),
    replaceAudio: (track: MediaStreamTrack | null) => follow(() => recording.replaceAudio(track)),
  };
}

function* record(media: StudioMedia, show: Show): Generator {
  const begun = yield* begin(media, show);
  if (!begun) return;
  const { recording, sent } = begun;
  let stopped: Promise<File | null> | null = null;
  const stop = () => (stopped ??= recording.stop());
  yield put(studio.recordingStarted({ streamId: show._id, stop }));
  const sink = createSink(recording, stop);
  // Records what the show's viewers see, so not the picture of a private show.
  const following = (yield fork(followMedia, { media, audience: 'show' }, sent, () => sink)) as Task;
  try {
    yield take([studio.showEnded, studio.showTakenOver]);
  } finally {
    following.cancel();
    stop().catch(() => undefined);
  }
}

export function* recordingSaga(media: StudioMedia): Generator {
  yield fork(function* sendOnce() {
    yield* sendLeftovers((yield take(studio.setupOpened)) as Action);
  });
  yield takeLatest(studio.showEnded, findReplay);
  yield takeLatest(
    studio.wentLive,
    withFailure(function* start({ payload: show }: { type: string; payload: Show }) {
      yield* record(media, show);
    }),
  );
}

/** Keeps running after the host leaves the page, which ends the show: its recording may be in this tab's memory only. */
export function* recordedSaga(): Generator {
  let running: ReturnType<typeof studio.recordingStarted>['payload'] | null = null;
  yield takeEvery(studio.recordingStarted, ({ payload }) => void (running = payload));
  yield takeEvery(studio.showEnded, function* send({ payload: { summary } }: ReturnType<typeof studio.showEnded>) {
    const { streamId = summary?.streamId, stop } = running ?? {};
    running = null;
    if (!streamId || summary?.replayVideoId || !(yield* isRecordedByBrowser())) return;
    yield* sendRecordings(streamId, stop ? yield* tryOr(stop, null) : null);
  });
}
