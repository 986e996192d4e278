import { delay, put, race, take, takeEvery, throttle } from 'redux-saga/effects';
import { fromContext } from '@/store/call-endpoint';
import * as message from './message-slice';

/** Milliseconds a "writes…" stays without another key. ux.md MS-8. */
const typingMs = 5_000;
/** Milliseconds between two typing events. */
const typingEveryMs = 2_500;

function* tellTyping({ payload: { conversationId } }: ReturnType<typeof message.typed>) {
  const socket = yield* fromContext('socket');
  socket.current?.emit('typing', { conversationId, isTyping: true });
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
  yield takeEvery(message.typingChanged, forgetTyping);
  yield throttle(typingEveryMs, message.typed, tellTyping);
}
