import { takeEvery, delay, put, race, take } from 'redux-saga/effects';
import { socketStatusChanged } from '@/features/site/ui/ui-slice';
import { fromContext, selectState } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';
import * as message from './message-slice';

/** Who the open conversation is with. */
const selectWatched = ({ message: { activeId, conversations } }: StoreState) =>
  (activeId && conversations[activeId]?.recipientInfo?._id) || null;

const isConnected = (action: { type: string }) => socketStatusChanged.match(action) && action.payload === 'connected';

/** Hears of the other party's coming and going while their conversation is open. */
export function* presenceSaga() {
  let watched: string | null = null;
  function* follow({ type }: { type: string }) {
    // A new connection watches nobody yet.
    const before = socketStatusChanged.type === type ? null : watched;
    watched = yield* selectState(selectWatched);
    if (watched === before) return;
    const socket = yield* fromContext('socket');
    if (before) socket.current?.emit('presence/unwatch', { userId: before });
    if (watched) socket.current?.emit('presence/watch', { userId: watched });
  }
  const changes = [message.conversationOpened, message.conversationClosed, message.conversationLoaded];
  yield takeEvery([...changes, message.conversationLists.loaded], follow);
  yield takeEvery(isConnected, follow);
}

/** Milliseconds a "writes…" stays without another key. ux.md MS-8. */
const typingMs = 5_000;
/** Milliseconds between two typing events. */
const typingEveryMs = 2_500;

/** Conversations whose other party was told of typing, with when. */
type Told = Map<string, number>;

/** At most once in a while, and never late: a sign that comes after its message would say that more is being written. */
function tellTyping(told: Told) {
  return function* tell({ payload: { conversationId } }: ReturnType<typeof message.typed>) {
    const now = Date.now();
    if (now - (told.get(conversationId) ?? -Infinity) < typingEveryMs) return;
    told.set(conversationId, now);
    const socket = yield* fromContext('socket');
    socket.current?.emit('typing', { conversationId, isTyping: true });
  };
}

/** What was written is sent, or thrown away. */
function tellStopped(told: Told) {
  return function* tell(conversationId: string) {
    if (!told.delete(conversationId)) return;
    const socket = yield* fromContext('socket');
    socket.current?.emit('typing', { conversationId, isTyping: false });
  };
}

function* forgetTyping({ payload }: ReturnType<typeof message.typingChanged>) {
  if (!payload.isTyping) return;
  const again = take(
    (action: { type: string }) =>
      message.typingChanged.match(action) && action.payload.conversationId === payload.conversationId,
  );
  const { over } = (yield race({ over: delay(typingMs), again })) as { over?: true };
  if (over) yield put(message.typingChanged({ ...payload, isTyping: false }));
}

export function* typingSaga() {
  const told: Told = new Map();
  const stop = tellStopped(told);
  yield takeEvery(message.typingChanged, forgetTyping);
  yield takeEvery(message.typed, tellTyping(told));
  yield takeEvery(message.draftChanged, function* emptied({ payload }) {
    if (payload.text === '') yield* stop(payload.conversationId);
  });
}
