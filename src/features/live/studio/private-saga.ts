import { call, cancel, fork, put, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import type { Task } from 'redux-saga';
import { streamRoutes } from '@contract/content/stream-routes';
import { failureShown } from '@/features/site/ui/ui-slice';
import { getPersonName } from '@/lib/person-name';
import type { ApiFailure } from '@/services/api-error';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { fetchFresh } from '@/store/fetch-fresh';
import { takeLeadingBy } from '@/store/take-by';
import { withFailure } from '@/store/with-failure';
import { emitAbout } from './own-show';
import { transmit, TransmissionRefused } from './publication-saga';
import type { StudioMedia } from './studio-media';
import { selectPrivateShow, selectStudio, type PrivateShow, type ShowSeat } from './studio-state';
import * as studio from './studio-slice';

const selectKeepsSeats = selectSupportsCall(streamRoutes.listSeats);

function toPrivateShow(seat: ShowSeat): PrivateShow {
  return {
    seatId: seat._id,
    conversationId: seat.conversationId,
    streamId: seat.streamId,
    sessionId: seat.sessionId,
    user: seat.user ?? null,
    price: seat.price,
    startedAt: seat.startedAt ?? seat.createdAt,
    minutes: seat.minutes,
    earned: seat.earned ?? null,
  };
}

function* takeSeat({ payload: seat }: { payload: ShowSeat }): Generator {
  if (seat.type === 'group') return yield* takeGroupSeat(seat);
  const { conversationId, state, user, price, note, answerBy = null } = seat;
  const running = yield* selectState(selectPrivateShow);
  if (state === 'asked') {
    yield put(studio.requestArrived({ conversationId, user: user ?? null, price, note, answerBy: answerBy ?? null }));
    return;
  }
  yield put(studio.requestGone({ conversationId }));
  if (state === 'running') yield put(studio.privateShowChanged(toPrivateShow(seat)));
  else if (running?.conversationId === conversationId) {
    const { endedBy, minutes, earned } = seat;
    const name = getPersonName(user ?? running.user, 'fan');
    yield put(studio.privateShowEnded({ name, endedBy: endedBy ?? null, minutes, earned: earned ?? running.earned }));
  }
  yield put(studio.takingsChanged());
}

function* takeGroupSeat(seat: ShowSeat): Generator {
  const { groupSeats } = yield* selectState(selectStudio);
  const others = groupSeats.filter(({ _id }) => _id !== seat._id);
  yield put(studio.groupSeatsChanged(seat.state === 'running' ? [...others, seat] : others));
  yield put(studio.takingsChanged());
}

function* loadSeats(): Generator {
  if (!(yield* selectState(selectKeepsSeats))) return;
  const { data } = yield* fetchFresh(() => callEndpoint(streamRoutes.listSeats), [], [studio.seatHeard.type]);
  const { requests, privateShow } = yield* selectState(selectStudio);
  const isListed = (conversationId: string) => data.some((seat) => seat.conversationId === conversationId);
  for (const { conversationId } of requests)
    if (!isListed(conversationId)) yield put(studio.requestGone({ conversationId }));
  yield put(studio.groupSeatsChanged(data.filter(({ type, state }) => type === 'group' && state === 'running')));
  for (const seat of data) if (seat.type === 'private') yield* takeSeat({ payload: seat });
  if (!privateShow || isListed(privateShow.conversationId)) return;
  const { seatId: id, user, minutes, earned } = privateShow;
  if (id !== null) yield* takeSeat({ payload: yield* callEndpoint(streamRoutes.getSeat, { params: { id } }) });
  // The show ended before its seat was known, for example because the fan left immediately.
  else yield put(studio.privateShowEnded({ name: getPersonName(user, 'fan'), endedBy: null, minutes, earned }));
}

function* accept({ payload: { conversationId } }: ReturnType<typeof studio.acceptRequested>): Generator {
  const { requests } = yield* selectState(selectStudio);
  const request = requests.find((one) => one.conversationId === conversationId);
  const told = yield* callEndpoint(streamRoutes.acceptPrivateChat, { params: { id: conversationId } });
  yield put(
    studio.privateShowChanged({
      seatId: null,
      conversationId,
      streamId: told.streamId,
      sessionId: told.sessionId,
      user: told.user ?? request?.user ?? null,
      price: told.price ?? request?.price ?? null,
      startedAt: new Date().toISOString(),
      minutes: 0,
      earned: null,
    }),
  );
  yield* loadSeats();
}

const isOver = ({ code, status }: ApiFailure) => code === 'REQUEST_OVER' || status === 404;

function* decline({ payload: { conversationId } }: ReturnType<typeof studio.declineRequested>): Generator {
  yield* callEndpoint(streamRoutes.declinePrivateChat, { params: { id: conversationId } });
  yield put(studio.requestGone({ conversationId }));
}

function* endPrivateShow(): Generator {
  const running = yield* selectState(selectPrivateShow);
  if (!running) return;
  yield put(studio.privateEndStarted());
  const { seatId, conversationId, streamId, sessionId } = running;
  if (seatId !== null) {
    yield* takeSeat({ payload: yield* callEndpoint(streamRoutes.leaveSeat, { params: { id: seatId } }) });
    return;
  }
  yield* emitAbout('private-stream/leave', { conversationId, streamId, sessionId });
  yield put(studio.privateShowEnded(null));
}

/** Sends the camera to the fan; meanwhile, viewers of the show see a picture that says so. */
function* send(media: StudioMedia, { conversationId, streamId, sessionId }: PrivateShow): Generator {
  let isJoined = false;
  function* join() {
    yield* emitAbout('private-stream/join', { conversationId, streamId, sessionId });
    yield put(studio.joinedAsHost({ conversationId }));
  }
  yield takeEvery(studio.socketOpened, function* joinAgain() {
    if (isJoined) yield* join();
  });
  try {
    // The state of the show's own picture also stands for this one.
    yield* transmit({ media, audience: 'private', streamId, sessionId }, function* joinOnce(state) {
      if (state !== 'live' || isJoined) return;
      // Joins only when there is a picture, because joining starts the paid minutes.
      isJoined = true;
      yield* join();
    });
  } catch (error) {
    if (!(error instanceof TransmissionRefused)) throw error;
    // The show has ended or is sent from elsewhere; its seat says which.
    yield put(studio.seatsRequested());
  }
}

function* followPrivateShow(media: StudioMedia): Generator {
  let sending: { conversationId: string; task: Task } | null = null;
  while (true) {
    yield take([studio.privateShowChanged, studio.privateShowEnded, studio.showEnded, studio.showTakenOver]);
    const running = yield* selectState(selectPrivateShow);
    const isOnAir = (yield* selectState(selectStudio)).phase === 'live';
    if (sending && sending.conversationId === running?.conversationId && isOnAir) continue;
    if (sending) yield cancel(sending.task);
    sending =
      running && isOnAir
        ? { conversationId: running.conversationId, task: (yield fork(send, media, running)) as Task }
        : null;
  }
}

export function* privateSaga(media: StudioMedia): Generator {
  yield takeEvery(studio.seatHeard, takeSeat);
  yield takeLatest(studio.seatsRequested, withFailure(loadSeats));
  yield takeLeading(
    studio.acceptRequested,
    withFailure(accept, (failure, { payload }) => [
      // Unless the request is gone, the host can accept it again.
      isOver(failure) ? studio.requestGone(payload) : studio.answerFailed(),
      failureShown(failure),
    ]),
  );
  yield takeLeadingBy(
    studio.declineRequested,
    ({ payload }) => payload.conversationId,
    withFailure(decline, (failure) => [studio.answerFailed(), failureShown(failure)]),
  );
  yield takeLeading(
    studio.privateEndRequested,
    withFailure(endPrivateShow, (failure) => [studio.privateEndFailed(), failureShown(failure)]),
  );
  yield call(followPrivateShow, media);
}
