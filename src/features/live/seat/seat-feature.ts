import { delay, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import type { EndpointData } from '@contract/schemas';
import { currentUserRequested, selectIsLoggedIn, selectIsPerformer } from '@/features/identity/auth/session-slice';
import { failureShown } from '@/features/site/ui/ui-slice';
import { createRandomKey } from '@/lib/random-key';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';
import { withFailure } from '@/store/with-failure';
import { isOpenSeat, selectSeat, toAskedSeat, toSeat, type Seat, type SeatWish } from './seat-state';
import { seatsRequested } from '@/store/intents';
import * as seats from './seat-slice';

/** After this time without a socket event, the requested seat is fetched. */
const LOOK_UP_MS = 15_000;
/** Limits for that time, in case the device's clock is wrong: no request stays open longer. */
const MAX_LOOK_UP_MS = 61_000;
const MIN_LOOK_UP_MS = 5_000;

/** Whether the backend stores seats in shows paid by the minute. */
const selectKeepsSeats = selectSupportsCall(streamRoutes.listSeats);

function* takeSeat({ payload: wish }: ReturnType<typeof seats.seatWanted>) {
  const { type, streamId, price } = wish;
  if (type === 'private') return yield* askForShow(wish);
  const options = { idempotencyKey: createRandomKey() };
  const told = yield* callEndpoint(streamRoutes.joinGroupShow, { params: { id: streamId }, body: { price } }, options);
  yield put(seats.seatChanged(toSeat(told)));
  // The first minute has already been paid, so the balance has changed.
  yield put(currentUserRequested());
}

function* askForShow(wish: SeatWish) {
  const { performerId: id, price, note } = wish;
  const body = { price, ...(note && { userNote: note }) };
  const told = yield* callEndpoint(streamRoutes.requestPrivateChat, { params: { id }, body });
  const asked = toAskedSeat(told, wish);
  const seat = (yield* selectState(selectKeepsSeats)) ? yield* findSeat(asked.conversationId) : asked;
  // A seat that is no longer listed has ended: its event says how.
  yield put(seat ? seats.seatChanged(seat) : seats.seatRequestEnded());
}

function* findSeat(conversationId: string): Generator<unknown, Seat | null> {
  const { data } = yield* callEndpoint(streamRoutes.listSeats);
  const told = data.find((seat) => seat.conversationId === conversationId);
  return told ? toSeat(told) : null;
}

/** Hosts have a screen of their own. In their open room, a fan's seat would make this tab join the show as its sender. */
const selectIsFan = (state: StoreState): boolean => selectIsLoggedIn(state) && !selectIsPerformer(state);

function* receiveSeat({ payload }: ReturnType<typeof seats.seatReceived>) {
  if (yield* selectState(selectIsFan)) yield put(seats.seatChanged(toSeat(payload)));
}

function* loadSeats() {
  if (!(yield* selectState(selectIsFan)) || !(yield* selectState(selectKeepsSeats))) return;
  const known = yield* selectState(selectSeat);
  const { data } = yield* callEndpoint(streamRoutes.listSeats);
  const open = data.find(({ state }) => state === 'running') ?? data[0];
  if (open) yield put(seats.seatChanged(toSeat(open, known)));
  else if (isOpenSeat(known) && known.isMetered) yield* reloadSeat(known);
}

function* reloadSeat({ _id: id }: Seat) {
  yield put(seats.seatChanged(toSeat(yield* callEndpoint(streamRoutes.getSeat, { params: { id } }))));
}

function* leaveSeat() {
  const seat = yield* selectState(selectSeat);
  if (!isOpenSeat(seat)) return;
  const { conversationId, streamId, sessionId, isMetered, state } = seat;
  if (state === 'asked') {
    yield* callEndpoint(streamRoutes.declinePrivateChat, { params: { id: conversationId } });
    yield put(seats.seatChanged({ ...seat, state: 'withdrawn' }));
  } else if (isMetered) {
    const told = yield* callEndpoint(streamRoutes.leaveSeat, { params: { id: seat._id } });
    yield put(seats.seatChanged(toSeat(told, seat)));
  } else {
    const socket = yield* fromContext('socket');
    socket.current?.emit('private-stream/leave', { conversationId, streamId, sessionId });
    yield put(seats.seatAnswered({ conversationId, state: 'ended', endedBy: 'fan' }));
  }
}

/** Each paid minute changes the wallet. A request that got no answer by its deadline is fetched. */
function* followSeat({ payload: seat }: ReturnType<typeof seats.seatChanged>) {
  if (seat.minutes > 0) yield put(currentUserRequested());
  if (seat.state !== 'asked' || !seat.isMetered) return;
  const left = seat.answerBy ? Date.parse(seat.answerBy) - Date.now() + 1_000 : LOOK_UP_MS;
  const wait = Math.min(Math.max(MIN_LOOK_UP_MS, left), MAX_LOOK_UP_MS);
  const { late } = (yield race({ answered: take(seats.seatDismissed), late: delay(wait) })) as { late?: true };
  if (late) yield put(seatsRequested());
}

type InConversation = { conversationId: string };

export const seatFeature: Feature = {
  name: 'liveSeat',
  reducer: seats.seatReducer,
  *browserSaga() {
    yield takeLeading(
      seats.seatWanted,
      withFailure(takeSeat, (failure) => seats.seatRefused(failure)),
    );
    yield takeEvery(seats.seatReceived, receiveSeat);
    yield takeLatest(seatsRequested, withFailure(loadSeats));
    yield takeLeading(
      seats.seatLeaveRequested,
      withFailure(leaveSeat, (failure) => [seats.seatLeaveFailed(), failureShown(failure)]),
    );
    yield takeLatest(seats.seatChanged, followSeat);
    yield takeEvery(seats.seatAnswered, function* () {
      yield put(currentUserRequested());
    });
  },
  socket: {
    'stream/seat-changed': (payload: EndpointData<'getSeat'>) => seats.seatReceived(payload),
    'private-chat-accept': ({ conversation }: { conversation: { _id: string } }) =>
      seats.seatAnswered({ conversationId: conversation._id, state: 'running' }),
    'private-chat-decline': ({ conversationId }: InConversation) =>
      seats.seatAnswered({ conversationId, state: 'declined' }),
    'model-left': ({ conversationId }: InConversation) =>
      seats.seatAnswered({ conversationId, state: 'ended', endedBy: 'host' }),
    'admin-end-session-stream': ({ conversationId }: InConversation) =>
      seats.seatAnswered({ conversationId, state: 'ended', endedBy: 'operator' }),
  },
  catchUp: () => [seatsRequested()],
  resync: () => [seatsRequested()],
};
