import { delay, fork, put, race, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import { selectCurrentUser, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { hasErrorCode, isUnreachable, toFailure } from '@/services/api-error';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import { followStored, itemUnlocked, saleEnded, seatsRequested, subscriptionChanged } from '@/store/intents';
import type { StoreState } from '@/store/state';
import { takeBy } from '@/store/take-by';
import { needsTicket } from './needs-ticket';
import * as room from './room-slice';
import { getPlaceKey, selectCanJoin, selectPlace, selectRoom, type RoomPlace, type RoomStatus } from './room-state';

/** Clients of compatible backends poll at the same interval. Wire contract 2.18. */
const POLL_MS = 10_000;

/** Compatible backends only send a status: 403 not subscribed, 422 not live, 404 never live. Wire contract 2.18. */
export function getRefusedStatus(error: unknown, isLoggedIn: boolean): RoomStatus {
  const failure = toFailure(error);
  if (isUnreachable(failure) || failure.status >= 500 || failure.status === 429) return 'failed';
  if (hasErrorCode(error, 'NOT_FOLLOWING')) return isLoggedIn ? 'followersOnly' : 'loginNeeded';
  if (hasErrorCode(error, 'REMOVED_FROM_SHOW')) return 'closed';
  if (failure.status === 401 || failure.status === 403) return isLoggedIn ? 'subscribersOnly' : 'loginNeeded';
  return failure.status === 404 || failure.status === 422 ? 'waiting' : 'failed';
}

/** False if the viewer left while a call was running: its reply would enter the room again. */
export function* isRoomOf(performerId: string): Generator<unknown, boolean> {
  return (yield* selectState(selectRoom)).performerId === performerId;
}

function* join({ payload: { performerId: id } }: ReturnType<typeof room.joinRequested>) {
  try {
    const {
      stream: _stream,
      conversation: _chat,
      ...show
    } = yield* callEndpoint(streamRoutes.joinStream, {
      params: { id },
    });
    if (yield* isRoomOf(id)) yield put(room.joined(show));
  } catch (error) {
    if (!(yield* isRoomOf(id))) return;
    const isLoggedIn = yield* selectState(selectIsLoggedIn);
    yield put(room.joinRefused({ status: getRefusedStatus(error, isLoggedIn), error: toFailure(error) }));
  }
}

export function* joinAgain() {
  const { performerId } = yield* selectState(selectRoom);
  if (performerId) yield put(room.joinRequested({ performerId }));
}

/** After a change of what the viewer may see, because the reply to a running join may be older. */
function* joinAnew() {
  const { performerId } = yield* selectState(selectRoom);
  if (performerId) yield put(room.joinRequested({ performerId, isAnew: true }));
}

function* joinAfterChange({ payload }: { payload: { performerId: string } }) {
  const { performerId } = yield* selectState(selectRoom);
  if (payload.performerId === performerId) yield* joinAnew();
}

/** Needed because no event tells a waiting viewer that a show starts, or a viewer outside of its room that it ends. */
function* pollShow() {
  while (true) {
    yield delay(POLL_MS);
    if (document.visibilityState !== 'visible') continue;
    const { status } = yield* selectState(selectRoom);
    const hearsOfEnd = (yield* selectState(selectIsLoggedIn)) && (yield* selectState(selectCanJoin));
    if ((status === 'open' && !hearsOfEnd) || isOver(status)) yield* lookAgain();
  }
}

const isOver = (status: RoomStatus) => status === 'waiting' || status === 'ended';

function* lookAgain() {
  const { status, performerId } = yield* selectState(selectRoom);
  if (performerId && isOver(status)) yield* joinIfLive(performerId);
  else yield* joinAgain();
}

/** Searches before joining: a join that is refused every ten seconds would look like a fault. */
function* joinIfLive(performerId: string) {
  try {
    const { data } = yield* callEndpoint(streamRoutes.searchStreams, { query: { performerId, limit: 1 } });
    const isLive = data.some((show) => show.performerId === performerId);
    if (isLive && (yield* isRoomOf(performerId))) yield put(room.joinRequested({ performerId }));
  } catch {
    // The next poll tries again.
  }
}

const getEvent = (place: RoomPlace, what: 'join' | 'leave') =>
  `${place.isPrivate ? 'private' : 'public'}-stream/${what}`;

const getPayload = ({ isPrivate, conversationId, streamId, sessionId }: RoomPlace) =>
  isPrivate ? { conversationId, streamId, sessionId } : { conversationId };

function* emitPlace(place: RoomPlace, what: 'join' | 'leave') {
  const socket = yield* fromContext('socket');
  socket.current?.emit(getEvent(place, what), getPayload(place));
}

const selectIsHost = (state: StoreState): boolean =>
  selectRoom(state).performerId !== null && selectRoom(state).performerId === selectCurrentUser(state)?._id;

function* followPlace() {
  let current: RoomPlace | null = null;
  let couldJoin = false;
  let isHost = false;
  function* move({ type }: { type: string }) {
    const next = yield* selectState(selectPlace);
    const canJoin = yield* selectState(selectCanJoin);
    const isSame = next !== null && current !== null && getPlaceKey(next) === getPlaceKey(current);
    // Neither a new connection nor a viewer who was refused before is in the room.
    const isOutside = type === room.roomRejoined.type || (canJoin && !couldJoin);
    couldJoin = canJoin;
    if (isSame && !isOutside) return;
    // A host who leaves the public room by the socket ends the show. Wire contract 4.3.
    if (current && !isSame && (current.isPrivate || !isHost)) yield* emitPlace(current, 'leave');
    current = next;
    isHost = yield* selectState(selectIsHost);
    if (next) yield* emitPlace(next, 'join');
  }
  const changes = [room.joined, room.joinRefused, room.showEnded, room.showChanged, room.accessLost];
  yield takeEvery([...changes, room.pictureRefused, room.privatePlaceChanged, room.roomRejoined, room.roomLeft], move);
}

function* stayInRoom({ payload }: ReturnType<typeof room.roomEntered>) {
  const { status, performerId } = yield* selectState(selectRoom);
  // During server rendering, the server may have joined already.
  if (performerId !== payload.performerId || status === 'idle' || status === 'failed')
    yield put(room.joinRequested(payload));
  // The seat's feature may have been added after the socket connected.
  yield put(seatsRequested());
  yield race([pollShow(), take(room.roomLeft)]);
}

/** The event is sent to the whole room at every join, so only waiting viewers react. Wire contract 4.3. */
function* joinSeenHost({ payload }: ReturnType<typeof room.hostSeen>) {
  const { status, performerId } = yield* selectState(selectRoom);
  if (payload.performerId === performerId && (isOver(status) || status === 'closed')) yield* joinAgain();
}

/** The main show may have ended while the viewer was in a private one, where no event says so. */
function* returnToShow({ payload: place }: ReturnType<typeof room.privatePlaceChanged>) {
  if (!place) yield* lookAgain();
}

/** A ticket on offer must not be paid for a show that is over. */
function* endTicketSale() {
  const { status, show } = yield* selectState(selectRoom);
  if (status === 'ended' && show && needsTicket(show)) yield put(saleEnded({ target: 'stream', id: show._id }));
}

export function* joinSaga() {
  yield takeBy(
    room.joinRequested,
    ({ payload }) => payload.performerId,
    join,
    ({ payload }) => !payload.isAnew,
  );
}

export function* stayingSaga() {
  yield fork(followPlace);
  yield takeLatest(room.roomEntered, stayInRoom);
  yield takeEvery(room.hostSeen, joinSeenHost);
  // The reply says what the viewer lacks. One whose seat in a group show ended can join the group again.
  yield takeEvery(room.accessLost, joinAnew);
  yield takeEvery(room.privatePlaceChanged, returnToShow);
  yield takeEvery([room.joinRefused, room.showEnded, room.showChanged], endTicketSale);
  yield takeEvery([subscriptionChanged, followStored], joinAfterChange);
  yield takeEvery(itemUnlocked, function* ({ payload }) {
    if (payload.target === 'stream') yield* joinAnew();
  });
  // Events that were missed may have ended the show or started another.
  yield takeEvery(room.roomRejoined, lookAgain);
}
