import { call, delay, fork, put, race, take, takeEvery, takeLatest } from 'redux-saga/effects';
import type { Task } from 'redux-saga';
import { streamRoutes } from '@contract/content/stream-routes';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { ownLiveShowStore, tellTakeover } from '@/services/own-live-show';
import { hasErrorCode, toFailure, type ApiFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { announceOrEnd, sayLive } from './announce-show';
import { followFoundShow, refreshShow, stayOnAir } from './on-air-saga';
import { fetchLiveShow, fetchSummary, findRunning, getFoundPhase, toShow } from './own-show';
import { reportShow, transmit, TransmissionRefused, type Transmission } from './publication-saga';
import { findSetupProblems, keepSetup, toStartBody } from './show-setup';
import type { StudioMedia } from './studio-media';
import { selectKeepsShows, selectOwnShow, selectPhase, selectPublication, type Show } from './studio-state';
import * as studio from './studio-slice';

const START_MS = 25_000;
const ELSEWHERE_MS = [0, 1_500];

const NOT_STARTED: ApiFailure = {
  status: 0,
  message: 'Your show could not start: no connection came about. Check your network, then try again.',
};

const toPlace = ({ _id: streamId, sessionId }: Show) => ({ streamId, sessionId });

/** Starts the show and its picture before the audience can see it. */
function* goLive(media: StudioMedia): Generator {
  const { setup } = yield* selectState(({ liveStudio }) => liveStudio);
  const reach = { keepsShows: yield* selectState(selectKeepsShows) };
  const accountId = (yield* selectState(selectCurrentUser))?._id ?? '';
  let sending: Task | null = null;
  try {
    if (Object.keys(findSetupProblems(setup, yield* selectState(selectSettings), reach)).length > 0) return;
    keepSetup(accountId, setup);
    const show = toShow(yield* callEndpoint(streamRoutes.startStream, { body: toStartBody(setup, reach) }));
    yield put(studio.showPrepared(show));
    sending = (yield fork(sendShow, { media, audience: 'show', ...toPlace(show), isSentElsewhere })) as Task;
    const { started } = (yield race({
      started: take((action: { type: string }) =>
        studio.publicationChanged.match(action) ? action.payload.state === 'live' : false,
      ),
      refused: take(studio.startFailed),
      late: delay(START_MS),
    })) as { started?: object };
    if ((yield* selectState(selectPhase)) !== 'starting') return;
    const live = started ? yield* announceOrEnd(show) : null;
    if (!live) throw new Error('The show got no connection');
    yield put(studio.wentLive(live));
    yield* stayOnAir();
  } catch (error) {
    const failure = toFailure(error);
    const running = hasErrorCode(error, 'SHOW_RUNNING') ? yield* findRunning() : null;
    if (running) yield put(studio.showFound({ show: running, phase: getFoundPhase(running) }));
    else yield put(studio.startFailed(failure.status === 0 ? NOT_STARTED : failure));
  } finally {
    // No yield here: this saga may be the one that is canceled.
    sending?.cancel();
  }
}

function* resume(media: StudioMedia): Generator {
  const show = yield* selectState(selectOwnShow);
  if (!show) return;
  const kept = ownLiveShowStore.read();
  const known = kept?.streamId === show._id ? kept : null;
  for (const kind of ['camera', 'microphone'] as const)
    if (known?.[`${kind}Id`]) yield call(media.capture.choose, kind, known[`${kind}Id`]);
  const wanted = (['camera', 'microphone'] as const).filter((kind) => known?.[kind] ?? true);
  tellTakeover(show._id);
  yield put(studio.wentLive(show));
  yield fork(() => media.capture.open(wanted));
  const sending = (yield fork(sendShow, { media, audience: 'show', ...toPlace(show), isSentElsewhere })) as Task;
  try {
    yield* sayLive();
    yield put(studio.seatsRequested());
    yield* stayOnAir();
  } finally {
    sending.cancel();
  }
}

function* sendShow(wanted: Transmission): Generator {
  try {
    yield* transmit(wanted, reportShow);
  } catch (error) {
    if (!(error instanceof TransmissionRefused)) throw error;
    const { reason, failure } = error;
    const phase = yield* selectState(selectPhase);
    if (phase === 'starting') yield put(studio.startFailed(failure));
    else if (reason === 'replaced') yield put(studio.showTakenOver());
    else yield* refreshShow();
  }
}

/**
 * When another tab or device takes over, the media engine closes this connection without a reason. If the backend still has a
 * picture, it comes from there.
 */
function* isSentElsewhere(): Generator<unknown, boolean> {
  if ((yield* selectState(selectPhase)) !== 'live' || !(yield* selectState(selectKeepsShows))) return false;
  for (const wait of ELSEWHERE_MS) {
    yield delay(wait);
    const live = yield* fetchLiveShow();
    if (!live || live.hostAwaySince) return false;
  }
  return true;
}

function* concludeShow({ payload: { conversationId, endedBy } }: ReturnType<typeof studio.showGone>): Generator {
  const show = yield* selectState(selectOwnShow);
  const phase = yield* selectState(selectPhase);
  if (show?.conversationId !== conversationId || phase === 'ending' || phase === 'ended') return;
  // The show was started here but not published yet.
  if (phase === 'starting') yield put(studio.startFailed(NOT_STARTED));
  else {
    const { lostAt } = yield* selectState(selectPublication);
    // Hosts also end their show from another tab or device.
    const reason = endedBy ?? (lostAt === null ? null : 'hostGone');
    yield put(studio.showEnded({ summary: yield* fetchSummary(show._id), endedBy: reason }));
  }
}

export function* airSaga(media: StudioMedia): Generator {
  yield takeLatest([studio.goLiveRequested, studio.resumeRequested], function* begin({ type }: { type: string }) {
    if (type === studio.goLiveRequested.type) yield* goLive(media);
    else yield* resume(media);
  });
  yield takeLatest(studio.showGone, concludeShow);
  yield fork(followFoundShow);
  yield takeEvery([studio.showEnded, studio.showTakenOver], function* closeDevices() {
    // Turns off the lights of camera and microphone.
    for (const kind of ['camera', 'microphone'] as const) yield call(media.capture.close, kind);
    yield call(media.capture.stopScreen);
  });
}
