import { eventChannel } from 'redux-saga';
import { delay, fork, put, race, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import { failureShown } from '@/features/site/ui/ui-slice';
import { ownLiveShowStore, watchTakeovers } from '@/services/own-live-show';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { sayLive } from './announce-show';
import { describeProblem } from './device-words';
import { fetchLiveShow } from './own-show';
import { isFoundPhase, selectCapture, selectKeepsShows, selectOwnShow, selectPhase } from './studio-state';
import * as studio from './studio-slice';

const REFRESH_MS = 10_000;
/** Debounce delay, so that several tips cause a single request. */
const TAKINGS_MS = 1_200;
/** Clients of compatible backends report the duration at the same interval. Wire contract 2.18. */
const DURATION_MS = 15_000;

/** @returns when the show has ended or failed, or is sent from elsewhere. */
export function* stayOnAir(): Generator {
  yield race([followShow(), take([studio.showEnded, studio.showTakenOver, studio.startFailed])]);
}

function* followShow(): Generator {
  yield fork(followTakeovers);
  yield fork(watchMicrophone);
  yield takeEvery(studio.socketOpened, sayLive);
  yield takeEvery([studio.captureChanged, studio.wentLive], keepDevices);
  yield takeLatest(studio.takingsChanged, function* later() {
    yield delay(TAKINGS_MS);
    yield* refreshShow();
  });
  yield fork(tellDuration);
  yield* keepDevices();
  while (true) {
    yield delay(REFRESH_MS);
    yield* refreshShow();
  }
}

function* followTakeovers(): Generator {
  const takeovers = eventChannel<string>(watchTakeovers);
  try {
    while (true) {
      const streamId = (yield take(takeovers)) as string;
      if ((yield* selectState(selectOwnShow))?._id === streamId) yield put(studio.showTakenOver());
    }
  } finally {
    takeovers.close();
  }
}

/** Small screens hide the list of devices during a show: without a notice, it would go on in silence. */
function* watchMicrophone(): Generator {
  let before = (yield* selectState(selectCapture)).microphone.status;
  while (true) {
    yield take(studio.captureChanged);
    const { status, problem } = (yield* selectState(selectCapture)).microphone;
    if (status === 'failed' && before !== 'failed' && problem) {
      const { title, advice } = describeProblem('microphone', problem);
      yield put(failureShown({ message: `${title}. ${advice}` }));
    }
    before = status;
  }
}

/** After a reload, the show continues with the devices that are open now: saves which. */
function* keepDevices(): Generator {
  const show = yield* selectState(selectOwnShow);
  const { camera, microphone } = yield* selectState(selectCapture);
  if (!show || camera.status === 'opening' || microphone.status === 'opening') return;
  ownLiveShowStore.write({
    streamId: show._id,
    camera: camera.status === 'on',
    microphone: microphone.status === 'on',
    cameraId: camera.deviceId,
    microphoneId: microphone.deviceId,
  });
}

export function* refreshShow(): Generator {
  if (!(yield* selectState(selectKeepsShows))) return;
  try {
    const show = yield* selectState(selectOwnShow);
    const live = yield* fetchLiveShow();
    if ((yield* selectState(selectPhase)) !== 'live' || !show?.conversationId) return;
    if (live?._id === show._id) yield put(studio.showChanged(live));
    else yield put(studio.showGone({ conversationId: show.conversationId, endedBy: 'hostGone' }));
  } catch {
    // The next poll tries again.
  }
}

/** No event reports what another tab or device does with a show that this one does not send. */
export function* followFoundShow(): Generator {
  while (true) {
    yield delay(REFRESH_MS);
    if (isFoundPhase(yield* selectState(selectPhase))) yield* refreshFoundShow();
  }
}

function* refreshFoundShow(): Generator {
  if (!(yield* selectState(selectKeepsShows))) return;
  try {
    const show = yield* selectState(selectOwnShow);
    const live = yield* fetchLiveShow();
    if (!isFoundPhase(yield* selectState(selectPhase)) || !show?.conversationId) return;
    if (live?._id !== show._id) yield put(studio.showGone({ conversationId: show.conversationId, endedBy: null }));
    else yield put(studio.showFound({ show: live, phase: live.hostAwaySince ? 'interrupted' : 'elsewhere' }));
  } catch {
    // The next poll tries again.
  }
}

/** Compatible backends rely on the host to report the show's duration. */
function* tellDuration(): Generator {
  if (yield* selectState(selectKeepsShows)) return;
  while (true) {
    yield delay(DURATION_MS);
    const show = yield* selectState(selectOwnShow);
    const duration = show?.startedAt ? Math.floor((Date.now() - Date.parse(show.startedAt)) / 1_000) : 0;
    if (!show || duration < 1) continue;
    try {
      yield* callEndpoint(streamRoutes.setStreamDuration, { body: { streamId: show._id, duration } });
    } catch {
      // The next report will include this time.
    }
  }
}
