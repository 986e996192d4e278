import { delay, fork, put, race, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import { selectCurrentUser, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { hasErrorCode, isUnreachable, toFailure } from '@/services/api-error';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import { followStored, itemUnlocked, subscriptionChanged } from '@/store/intents';
import type { StoreState } from '@/store/state';
import { takeBy } from '@/store/take-by';
import * as room from './room-slice';
import { getPlaceKey, selectPlace, selectRoom, type RoomPlace, type RoomStatus } from './room-state';

/** As clients of the family look for who is live. Wire contract 2.18. */
const POLL_MS = 10_000;

/**
 * The meaning of a refusal for a viewer. Ours says it by code; the family by status: 403 not subscribed, 422 not live, 404 never was.
 * Wire contract 2.18.
 */
export function getRefusedStatus(error: unknown, isLoggedIn: boolean): RoomStatus {
  const failure = toFailure(error);
  if (isUnreachable(failure) || failure.status >= 500 || failure.status === 429) return 'failed';
  if (hasErrorCode(error, 'NOT_FOLLOWING')) return isLoggedIn ? 'followersOnly' : 'loginNeeded';
  if (hasErrorCode(error, 'REMOVED_FROM_SHOW')) return 'closed';
  if (failure.status === 401 || failure.status === 403) return isLoggedIn ? 'subscribersOnly' : 'loginNeeded';
  return failure.status === 404 || failure.status === 422 ? 'waiting' : 'failed';
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
    yield put(room.joined(show));
  } catch (error) {
    const isLoggedIn = yield* selectState(selectIsLoggedIn);
    yield put(room.joinRefused({ status: getRefusedStatus(error, isLoggedIn), error: toFailure(error) }));
  }
}

export function* joinAgain() {
  const { performerId } = yield* selectState(selectRoom);
  if (performerId) yield put(room.joinRequested({ performerId }));
}

/** Something that lets a viewer in has changed. */
function* joinAfterChange({ payload }: { payload: { performerId: string } }) {
  const { performerId } = yield* selectState(selectRoom);
  if (payload.performerId === performerId) yield put(room.joinRequested({ performerId }));
}

/** A room whose show has not begun, or is over, and a guest's, of which no event tells. */
function* pollShow() {
  while (true) {
    yield delay(POLL_MS);
    if (document.visibilityState !== 'visible') continue;
    const { status } = yield* selectState(selectRoom);
    const isGuest = !(yield* selectState(selectIsLoggedIn));
    if ((status === 'open' && isGuest) || isOver(status)) yield* lookAgain();
  }
}

const isOver = (status: RoomStatus) => status === 'waiting' || status === 'ended';

/** Joins the show again, or the next one if there is one by now. */
function* lookAgain() {
  const { status, performerId } = yield* selectState(selectRoom);
  if (performerId && isOver(status)) yield* joinIfLive(performerId);
  else yield* joinAgain();
}

/** The search refuses nobody: a call that is refused every ten seconds would look like a fault. */
function* joinIfLive(performerId: string) {
  try {
    const { data } = yield* callEndpoint(streamRoutes.searchStreams, { query: { performerId, limit: 1 } });
    if (data.some((show) => show.performerId === performerId)) yield put(room.joinRequested({ performerId }));
  } catch {
    // The next look may find it.
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

/** Whether the room is one's own. */
const selectIsHost = (state: StoreState): boolean =>
  selectRoom(state).performerId !== null && selectRoom(state).performerId === selectCurrentUser(state)?._id;

/** Stands in the socket's room of the place that is shown, and in no other. */
function* followPlace() {
  let current: RoomPlace | null = null;
  let isHost = false;
  function* move({ type }: { type: string }) {
    const next = yield* selectState(selectPlace);
    const isSame = next !== null && current !== null && getPlaceKey(next) === getPlaceKey(current);
    // A new connection stands in no room yet.
    if (isSame && type !== room.roomRejoined.type) return;
    // A host who leaves the public place by the socket ends the show. Wire contract 4.3.
    if (current && !isSame && (current.isPrivate || !isHost)) yield* emitPlace(current, 'leave');
    current = next;
    isHost = yield* selectState(selectIsHost);
    if (next) yield* emitPlace(next, 'join');
  }
  const changes = [room.joined, room.joinRefused, room.showEnded, room.showChanged, room.accessLost];
  yield takeEvery([...changes, room.pictureRefused, room.privatePlaceChanged, room.roomRejoined, room.roomLeft], move);
}

/** Runs while somebody is on the page of a room. */
function* stayInRoom({ payload }: ReturnType<typeof room.roomEntered>) {
  const { status, performerId } = yield* selectState(selectRoom);
  // The server may have joined already.
  if (performerId !== payload.performerId || status === 'idle' || status === 'failed')
    yield put(room.joinRequested(payload));
  yield race([pollShow(), take(room.roomLeft)]);
}

/** Told to the whole room each time that somebody comes: only who waits has to hear of it. Wire contract 4.3. */
function* joinSeenHost({ payload }: ReturnType<typeof room.hostSeen>) {
  const { status, performerId } = yield* selectState(selectRoom);
  if (payload.performerId === performerId && (isOver(status) || status === 'closed')) yield* joinAgain();
}

export function* joinSaga() {
  yield takeBy(
    room.joinRequested,
    ({ payload }) => payload.performerId,
    join,
    () => true,
  );
}

export function* stayingSaga() {
  yield fork(followPlace);
  yield takeLatest(room.roomEntered, stayInRoom);
  yield takeEvery(room.hostSeen, joinSeenHost);
  yield takeEvery([subscriptionChanged, followStored], joinAfterChange);
  yield takeEvery(itemUnlocked, function* ({ payload }) {
    if (payload.target === 'stream') yield* joinAgain();
  });
  // Events were missed meanwhile: the show may be over, or another have begun.
  yield takeEvery(room.roomRejoined, lookAgain);
}
