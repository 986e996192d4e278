import { eventChannel, type EventChannel } from 'redux-saga';
import { call, fork, put, race, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { feedRoutes } from '@contract/content/feed-routes';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { isAllowed } from '@/services/streaming/device-problem';
import { measureLevel } from '@/services/streaming/level-meter';
import { ownLiveShowStore } from '@/services/own-live-show';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { airSaga } from './air-saga';
import { fetchLiveShow, fetchSummary, getFoundPhase } from './own-show';
import { privateSaga } from './private-saga';
import { recordingSaga } from './recording-saga';
import { roomSaga } from './room-saga';
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH, readSetup, type ShowSetup } from './show-setup';
import { createStudioMedia, type StudioMedia } from './studio-media';
import { selectSetup } from './studio-state';
import * as studio from './studio-slice';

/** A show announced for a time in this span fills in the form. */
const BEFORE_START_MS = 12 * 3_600_000;
const AFTER_START_MS = 3 * 3_600_000;
const ANNOUNCED_POSTS = 10;

/** The host's show may already be live, or may have ended while the page was closed. */
function* findShow(): Generator {
  yield put(studio.loadingStarted());
  const kept = ownLiveShowStore.read();
  const show = yield* fetchLiveShow();
  if (show) {
    const isOurs = kept?.streamId === show._id;
    yield put(studio.showFound({ show, phase: getFoundPhase(show) }));
    if (isOurs && (yield* canOpenQuietly(kept))) yield put(studio.resumeRequested());
    return;
  }
  yield* openSetup();
  if (!kept) return;
  ownLiveShowStore.remove();
  const summary = yield* fetchSummary(kept.streamId);
  // The summary does not say who ended it.
  if (summary) yield put(studio.showEnded({ summary, endedBy: null }));
}

function* canOpenQuietly({
  camera,
  microphone,
}: {
  camera: boolean;
  microphone: boolean;
}): Generator<unknown, boolean> {
  const kinds = [...(camera ? (['camera'] as const) : []), ...(microphone ? (['microphone'] as const) : [])];
  for (const kind of kinds) if (!(yield call(isAllowed, kind))) return false;
  return true;
}

function* openSetup(): Generator {
  const accountId = (yield* selectState(selectCurrentUser))?._id ?? '';
  yield put(studio.setupOpened(readSetup(accountId)));
  yield fork(fillInAnnounced, accountId);
}

function* fillInAnnounced(performerId: string): Generator {
  try {
    const next = yield* findAnnounced(performerId);
    const { title, description } = yield* selectState(selectSetup);
    if (next && title === '' && description === '') yield put(studio.announcementFound(next));
  } catch {
    // The host then types a title.
  }
}

function* findAnnounced(performerId: string): Generator<unknown, Pick<ShowSetup, 'title' | 'description'> | undefined> {
  const { data } = yield* callEndpoint(feedRoutes.listFeeds, {
    query: { performerId, type: 'scheduled-streaming', limit: ANNOUNCED_POSTS },
  });
  const now = Date.now();
  const [next] = data
    .flatMap(({ title, text, streamingScheduled }) => {
      const startsAt = Date.parse(streamingScheduled ?? '');
      const isNow = startsAt - now < BEFORE_START_MS && now - startsAt < AFTER_START_MS;
      return isNow ? [{ title: title || text, description: title ? text : '', startsAt }] : [];
    })
    .toSorted((a, b) => Math.abs(a.startsAt - now) - Math.abs(b.startsAt - now));
  return (
    next && {
      title: next.title.slice(0, MAX_TITLE_LENGTH),
      description: next.description.slice(0, MAX_DESCRIPTION_LENGTH),
    }
  );
}

function* switchDevices({ capture }: StudioMedia): Generator {
  yield takeEvery(studio.devicesWanted, ({ payload }) => void capture.open(payload));
  yield takeEvery(studio.deviceClosed, ({ payload }) => capture.close(payload));
  yield takeEvery(studio.deviceChosen, ({ payload }) => void capture.choose(payload.kind, payload.deviceId));
  yield takeEvery(studio.microphoneMuted, ({ payload }) => capture.setMuted(payload));
  yield takeEvery(studio.screenSwitched, ({ payload }) =>
    payload ? void capture.shareScreen() : capture.stopScreen(),
  );
}

function* showPreview({ capture }: StudioMedia): Generator {
  let element: HTMLVideoElement | null = null;
  yield takeEvery([studio.previewWanted, studio.captureChanged], function draw(action) {
    if (studio.previewWanted.match(action)) element = action.payload;
    const track = capture.getVideo();
    if (!element) return;
    const [shown] = element.srcObject instanceof MediaStream ? element.srcObject.getVideoTracks() : [];
    if (shown === track) return;
    element.srcObject = track && new MediaStream([track]);
    if (track) void element.play().catch(() => undefined);
  });
}

function* readLevel({ capture }: StudioMedia): Generator {
  let onLevel: ((level: number) => void) | null = null;
  let measured: MediaStreamTrack | null = null;
  let end: (() => void) | null = null;
  const stop = () => {
    end?.();
    [end, measured] = [null, null];
  };
  try {
    yield takeEvery([studio.levelWanted, studio.captureChanged], function measure(action) {
      const isNew = studio.levelWanted.match(action);
      if (studio.levelWanted.match(action)) onLevel = action.payload;
      const track = capture.getAudio();
      if (track === measured && !isNew) return;
      stop();
      if (!track || !onLevel) return;
      measured = track;
      try {
        end = measureLevel(track, onLevel);
      } catch {
        // Some browsers limit the number of audio contexts, or reject microphones with another sample rate: no meter.
      }
    });
    yield take(studio.studioLeft);
  } finally {
    stop();
  }
}

function openMedia(): { media: StudioMedia; changes: EventChannel<true> } {
  let tell = () => undefined as void;
  const media = createStudioMedia(() => tell());
  const changes = eventChannel<true>((emit) => {
    tell = () => emit(true);
    return () => media.stop();
  });
  return { media, changes };
}

function* visit(): Generator {
  const { media, changes } = openMedia();
  try {
    yield takeEvery(changes, function* store() {
      yield put(studio.captureChanged(media.capture.getState()));
    });
    for (const saga of [switchDevices, showPreview, readLevel, airSaga, privateSaga, recordingSaga])
      yield fork(saga, media);
    yield fork(roomSaga);
    yield takeLatest(studio.setupReopened, openSetup);
    yield* begin();
    yield take(studio.studioLeft);
  } finally {
    changes.close();
  }
}

function* begin(): Generator {
  try {
    yield* findShow();
  } catch {
    // If the state of a running show is unknown, starting another one is refused, and that error leads to the running one.
    yield* openSetup();
  }
}

export function* visitSaga(): Generator {
  yield takeLatest(studio.studioEntered, function* stay() {
    yield race([call(visit), take(studio.studioLeft)]);
  });
}
