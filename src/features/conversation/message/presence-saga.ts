import { delay, put, takeEvery } from 'redux-saga/effects';
import { socketStatusChanged } from '@/features/site/ui/ui-slice';
import { fromContext, selectState } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';
import { takeLatestBy } from '@/store/take-by';
import * as message from './message-slice';

const selectWatchedUserId = ({ message: { activeId, conversations } }: StoreState) =>
  (activeId && conversations[activeId]?.recipientInfo?._id) || null;

const isConnected = (action: { type: string }) => socketStatusChanged.match(action) && action.payload === 'connected';

export function* presenceSaga() {
  let watched: string | null = null;
  function* updateWatch({ type }: { type: string }) {
    // A new connection watches nothing yet.
    const before = socketStatusChanged.type === type ? null : watched;
    watched = yield* selectState(selectWatchedUserId);
    if (watched === before) return;
    const socket = yield* fromContext('socket');
    if (before) socket.current?.emit('presence/unwatch', { userId: before });
    if (watched) socket.current?.emit('presence/watch', { userId: watched });
  }
  const changes = [message.conversationOpened, message.conversationClosed, message.conversationLoaded];
  yield takeEvery([...changes, message.conversationLists.loaded, isConnected], updateWatch);
}

/** How long "typing" is shown without another event. ux.md MS-8. */
const TYPING_EXPIRES_MS = 5_000;
const TYPING_INTERVAL_MS = 2_500;

function* expireTyping({ payload }: ReturnType<typeof message.typingChanged>) {
  if (!payload.isTyping) return;
  yield delay(TYPING_EXPIRES_MS);
  yield put(message.typingChanged({ ...payload, isTyping: false }));
}

function* publishTyping(conversationId: string, isTyping: boolean) {
  const socket = yield* fromContext('socket');
  socket.current?.emit('typing', { conversationId, isTyping });
}

export function* typingSaga() {
  const publishedAt = new Map<string, number>();
  yield takeLatestBy(message.typingChanged, ({ payload }) => payload.conversationId, expireTyping);
  // Throttled without a trailing event: after the message was sent, it would announce another one.
  yield takeEvery(message.keyTyped, function* begun({ payload: { conversationId } }) {
    const now = Date.now();
    if (now - (publishedAt.get(conversationId) ?? -Infinity) < TYPING_INTERVAL_MS) return;
    publishedAt.set(conversationId, now);
    yield* publishTyping(conversationId, true);
  });
  yield takeEvery(message.draftChanged, function* emptied({ payload: { conversationId, text } }) {
    if (text === '' && publishedAt.delete(conversationId)) yield* publishTyping(conversationId, false);
  });
}
