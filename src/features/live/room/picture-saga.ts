import type { Task } from 'redux-saga';
import { call, delay, fork, put, race, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { isConnectionBack } from '@/features/site/ui/ui-slice';
import { hasErrorCode, toFailure } from '@/services/api-error';
import type { StreamAccess, StreamWatch, WatchHandlers, WatchState } from '@/services/streaming/stream-watch';
import { watchStream } from '@/services/streaming/watch-stream';
import { selectState } from '@/store/call-endpoint';
import { seatsRequested } from '@/store/intents';
import {
  exchangeOffer,
  openStream,
  renewBeforeExpiry,
  requestStreamAccess,
  type StreamOffer,
} from '@/store/stream-access';
import { getRefusedStatus, joinAgain } from './join-saga';
import * as room from './room-slice';
import { selectPicture, selectPlace } from './room-state';

const RETRY_MS = [500, 1_500, 3_000, 5_000];
/** How long the picture may take to return after its host did; longer than a stall takes to be detected. */
const SEEN_AGAIN_MS = 3_500;

interface StateReport {
  kind: 'state';
  state: WatchState;
}

type Report = StateReport | { kind: 'delayed'; isDelayed: boolean } | { kind: 'stale' };

const LOST: StateReport = { kind: 'state', state: 'lost' };

const loadHlsPlayer: WatchHandlers['loadHlsPlayer'] = async () =>
  (await import('@/components/media/hls-player')).createHlsPlayer;

type Wanted = NonNullable<Parameters<typeof room.pictureWanted>[0]>;

const openWatch = (access: StreamAccess, { video }: Wanted) =>
  openStream<StreamWatch, Report>(
    (emit, exchange) =>
      watchStream(access, video, {
        onState: (state) => emit({ kind: 'state', state }),
        onDelayed: (isDelayed) => emit({ kind: 'delayed', isDelayed }),
        onStale: () => emit({ kind: 'stale' }),
        exchange,
        loadHlsPlayer,
      }),
    LOST,
  );

type Opened = ReturnType<typeof openWatch>['opened'];

function* renew(wanted: Wanted, opened: Opened): Generator<unknown, StreamAccess | null> {
  try {
    const access = yield* requestStreamAccess({ ...wanted, as: 'viewer' });
    opened.current?.renew(access);
    return access;
  } catch (error) {
    // The watch itself retries after network errors, and reports when the picture is lost.
    yield* refuse(error);
    return null;
  }
}

/**
 * When the host returns, working connections show the picture again. If the media engine was restarted, they are dead, which
 * browsers notice late: this gives them up earlier.
 */
function* followHost({ streamId }: Wanted) {
  let wasAway = false;
  while (true) {
    const { payload } = (yield take(room.showChanged)) as ReturnType<typeof room.showChanged>;
    if (payload._id !== streamId) continue;
    const isAway = Boolean(payload.hostAwaySince);
    const isBack = wasAway && !isAway;
    wasAway = isAway;
    if (!isBack) continue;
    yield delay(SEEN_AGAIN_MS);
    if ((yield* selectState(selectPicture)).state === 'stalled') yield put(room.pictureGivenUp());
  }
}

/** @returns false if a retry cannot help. */
function* watchUntilLost(access: StreamAccess, wanted: Wanted): Generator<unknown, boolean> {
  const { channel, opened } = openWatch(access, wanted);
  const tasks = [
    (yield fork(renewBeforeExpiry, access, () => renew(wanted, opened))) as Task,
    (yield fork(followHost, wanted)) as Task,
  ];
  const sound = (yield takeEvery(room.soundSwitched, ({ payload }) => {
    opened.current?.setMuted(payload.isMuted);
  })) as Task;
  try {
    while (true) {
      const { report = LOST } = (yield race({ report: take(channel), givenUp: take(room.pictureGivenUp) })) as {
        report?: Report | StreamOffer;
      };
      if (report.kind === 'offer') yield fork(exchangeOffer, report);
      else if (report.kind === 'stale') yield fork(renew, wanted, opened);
      else if (report.kind === 'delayed') yield put(room.pictureDelayed(report.isDelayed));
      else {
        if (report.state === 'lost') keepLastFrame(wanted.video);
        yield put(room.pictureChanged({ state: report.state, at: Date.now() }));
        if (report.state === 'lost') return true;
        if (report.state === 'unplayable' || report.state === 'replaced') return false;
      }
    }
  } finally {
    // No yield here: a saga that delegates to this generator would continue after its cancellation.
    channel.close();
    for (const task of [...tasks, sound]) task.cancel();
  }
}

/** Shows the last frame while the picture is lost. Browsers do not allow that for a cross-origin video. */
function keepLastFrame(video: HTMLVideoElement): void {
  if (video.videoWidth === 0) return;
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  try {
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    video.poster = canvas.toDataURL('image/jpeg', 0.7);
  } catch {
    // Then the background stays dark.
  }
}

function* refuse(error: unknown): Generator<unknown, boolean> {
  const failure = toFailure(error);
  if (hasErrorCode(error, 'TICKET_REQUIRED')) {
    yield put(room.pictureRefused({ status: 'ticket', error: failure }));
    return true;
  }
  // The site has no live shows configured, or uses a configuration that this app cannot play.
  if (failure.status === 400) {
    yield put(room.pictureChanged({ state: 'unplayable', at: Date.now() }));
    return true;
  }
  const status = getRefusedStatus(error, yield* selectState(selectIsLoggedIn));
  if (status === 'failed') return false;
  // The show has ended or is restarting: joining again tells, or for a private show its seat.
  if (status === 'waiting' && (yield* selectState(selectPlace))?.isPrivate) yield put(seatsRequested());
  else if (status === 'waiting') yield* joinAgain();
  else yield put(room.pictureRefused({ status, error: failure }));
  return status !== 'waiting';
}

function* runPicture({ payload: wanted }: ReturnType<typeof room.pictureWanted>) {
  if (!wanted) return;
  yield put(room.pictureChanged({ state: 'starting', at: Date.now() }));
  for (let tries = 0; ; tries += 1) {
    const begunAt = Date.now();
    try {
      const access = yield* requestStreamAccess({ ...wanted, as: 'viewer' });
      if (!(yield* watchUntilLost(access, wanted))) return;
    } catch (error) {
      if (yield* refuse(error)) return;
      yield put(room.pictureChanged({ state: 'lost', at: Date.now() }));
    }
    if (Date.now() - begunAt > 30_000) tries = 0;
    yield race([delay(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0), take(isConnectionBack)]);
  }
}

export function* pictureSaga() {
  let latest: ReturnType<typeof room.pictureWanted> = room.pictureWanted(null);
  yield takeLatest([room.pictureWanted, room.pictureRetried, room.roomLeft], function* show(action) {
    if (room.pictureWanted.match(action)) latest = action;
    if (room.roomLeft.match(action)) latest = room.pictureWanted(null);
    yield call(runPicture, latest);
  });
}
