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

/** Between two looks for the draft. */
const REPLAY_MS = [2_000, 3_000, 5_000, 10_000];

/** A show that this page records. */
interface Running {
  streamId: string;
  /** @returns the film of this page; a repeat answers the same. */
  stop(): Promise<File | null>;
}

/** Agora and LiveKit record nothing for us: the host's browser does. */
function* isRecordedByBrowser(): Generator<unknown, boolean> {
  return (yield* selectState(selectHasForeignEngine)) && (yield* selectState(selectKeepsShows));
}

const selectAccountId = (state: StoreState): string => selectCurrentUser(state)?._id ?? '';

const loadRecorder = async () => (await import('@/services/streaming/record-show')).recordShow;

/** A recording, and what it began with. */
interface Begun {
  recording: ShowRecording;
  sent: PublishMedia;
}

/** @returns null where the browser cannot record, or is not to. */
function* begin(media: StudioMedia, { _id: streamId, isRecorded }: Show): Generator<unknown, Begun | null> {
  if (!isRecorded || !(yield* isRecordedByBrowser())) return null;
  const accountId = yield* selectState(selectAccountId);
  const record = (yield call(loadRecorder)) as Awaited<ReturnType<typeof loadRecorder>>;
  const sent = yield* readMedia({ media, audience: 'show' });
  const place = { accountId, showId: streamId };
  // Where it cannot go on, what there is by then is kept.
  const recording = (yield call(record, place, sent, () => undefined)) as ShowRecording | null;
  return recording && { recording, sent };
}

/**
 * Sends what this device has of a show that is over.
 *
 * @param last the film of this page, which only some browsers keep on the disk.
 * @returns whether there is a film.
 */
function* sendRecordings(showId: string, last: File | null): Generator<unknown, boolean> {
  const accountId = yield* selectState(selectAccountId);
  const kept = (yield call(listRecordings, { accountId, showId })) as File[];
  // A host who loaded the page again has a film for each time. A show has one replay.
  const [longest] = [...kept, ...(last ? [last] : [])].toSorted((a, b) => b.size - a.size);
  if (longest) yield put(replayRecorded({ streamId: showId, file: longest }));
  return longest !== undefined;
}

/** An engine that records hands the film over once the show has ended. */
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

/** Films of earlier shows that did not get to the server: the tab was closed, or its network away for long. */
function* sendLeftovers(): Generator {
  yield take(studio.setupOpened);
  if (!(yield* isRecordedByBrowser())) return;
  const accountId = yield* selectState(selectAccountId);
  for (const showId of (yield call(listRecordedShows, accountId)) as string[]) {
    if (!(yield* sendRecordings(showId, null))) continue;
    yield take([replaySent, replayFailed]);
    const { streamId, error } = yield* selectState(selectReplayUpload);
    // Another show has ended meanwhile: its film goes first, and this one with the next visit.
    if (streamId !== showId || (error && !isRefused(error))) return;
    if (!error) continue;
    yield put(failureShown({ message: `The recording of an earlier show could not be kept: ${error.message}` }));
    yield call(discardRecordings, { accountId, showId });
  }
}

/** Refused for good: it would be refused with every visit. A login that has run out and a limit pass. */
const isRefused = ({ status }: ApiFailure): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 423, 429].includes(status);

/** Records shows in their host's browser where no engine does it, and sends the film once a show is over. */
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
    // It shows what the room sees: of a private show, that there is one.
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
