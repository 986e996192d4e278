import { delay, put, takeEvery } from 'redux-saga/effects';
import { socketStatusChanged } from '@/features/site/ui/ui-slice';
import { fromContext, selectState } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';
import { takeLatestBy } from '@/store/take-by';
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
  yield takeEvery([...changes, message.conversationLists.loaded, isConnected], follow);
}

/** Milliseconds a "writes…" stays without another key. ux.md MS-8. */
const typingMs = 5_000;
/** Milliseconds between two typing events. */
const typingEveryMs = 2_500;

function* forgetTyping({ payload }: ReturnType<typeof message.typingChanged>) {
  if (!payload.isTyping) return;
  yield delay(typingMs);
  yield put(message.typingChanged({ ...payload, isTyping: false }));
}

function* tellTyping(conversationId: string, isTyping: boolean) {
  const socket = yield* fromContext('socket');
  socket.current?.emit('typing', { conversationId, isTyping });
}

export function* typingSaga() {
  /** Conversations whose other party was told of typing, with when. */
  const told = new Map<string, number>();
  yield takeLatestBy(message.typingChanged, ({ payload }) => payload.conversationId, forgetTyping);
  // At most once in a while, and never late: a sign that comes after its message would say that more is being written.
  yield takeEvery(message.typed, function* begun({ payload: { conversationId } }) {
    const now = Date.now();
    if (now - (told.get(conversationId) ?? -Infinity) < typingEveryMs) return;
    told.set(conversationId, now);
    yield* tellTyping(conversationId, true);
  });
  // What was written is sent, or thrown away.
  yield takeEvery(message.draftChanged, function* emptied({ payload: { conversationId, text } }) {
    if (text === '' && told.delete(conversationId)) yield* tellTyping(conversationId, false);
  });
}
