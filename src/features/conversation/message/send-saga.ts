import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { actionChannel, delay, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import { messageRoutes } from '@contract/conversation/message-routes';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { isConnectionBack, serverBecameReachable } from '@/features/site/ui/ui-slice';
import { isUnreachable, toFailure } from '@/services/api-error';
import { selectHasExtension } from '@/store/backend';
import { messageDelivered } from '@/store/intents';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { reloadConversation, toLoadFailure, isTransientFailure } from './list-saga';
import { selectOutgoing, selectThread, type Message, type Sent } from './message-state';
import * as message from './message-slice';

/** Tries that end in a server error. Tries that reach no server do not count: they repeat until it answers. */
const MAX_SERVER_ERRORS = 3;
/** The pause grows by `first` with each try. */
const RETRY_MS = { first: 2_000, longest: 10_000 };

/** A message written longer ago may have been sent before, possibly by another page. */
const FIRST_SEND_WINDOW_MS = 1_500;
/** Between the clocks of browser and backend. */
const CLOCK_SKEW_MS = 120_000;

function* sendInOrder() {
  const queue = (yield actionChannel(message.messageSent, buffers.expanding(8))) as Parameters<typeof take>[0];
  while (true) {
    const { payload } = (yield take(queue)) as ReturnType<typeof message.messageSent>;
    if (yield* isStillSending(payload.clientId)) yield* sendMessage(payload);
  }
}

/** False once it arrived, failed, was discarded, or its account logged out. */
function* isStillSending(clientId: string) {
  const outgoing = yield* selectState(selectOutgoing);
  return outgoing.some((one) => one.clientId === clientId && one.status !== 'failed');
}

function* sendMessage({ clientId, conversationId, text, attachments, price, sentAt = 0 }: Sent) {
  const body = {
    clientId,
    text,
    type: attachments[0]?.kind ?? ('text' as const),
    fileIds: attachments.flatMap((attachment) => attachment.fileId ?? []),
    ...(price !== null && { isSale: true, price }),
  };
  // Backends without client ids may have stored it already.
  const isRepeat = Date.now() - sentAt > FIRST_SEND_WINDOW_MS;
  const thread = yield* selectState(selectThread(conversationId));
  const knownIds = isRepeat ? [] : (thread?.ids ?? []);
  let serverErrors = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const arrived =
        attempt > 1 || isRepeat ? yield* findDelivered(conversationId, { ...body, sentAt }, knownIds) : null;
      const sent =
        arrived ?? (yield* callEndpoint(messageRoutes.sendMessage, { params: { id: conversationId }, body }));
      // Backends without client ids return none; set it, so that the outgoing bubble goes away.
      yield put(message.sendResumed());
      yield put(message.messageReceived({ ...sent, clientId }));
      yield put(messageDelivered({ conversationId }));
      return;
    } catch (error) {
      const failure = toFailure(error);
      const isCutOff = isUnreachable(failure);
      if (!isCutOff) serverErrors += 1;
      yield put(isCutOff ? message.sendDelayed() : message.sendResumed());
      if (!isTransientFailure(failure) || serverErrors >= MAX_SERVER_ERRORS) {
        yield put(
          message.sendFailed({ clientId, error: isTransientFailure(failure) ? toLoadFailure(error) : failure }),
        );
        if (failure.status === 403) yield fork(reloadConversation, conversationId);
        return;
      }
      yield race([delay(Math.min(RETRY_MS.first * attempt, RETRY_MS.longest)), take(isReconnected)]);
      if (!(yield* isStillSending(clientId))) return;
    }
  }
}

/** For backends without client ids: finds a message whose response was lost. @param known ids in the thread before sending. */
function* findDelivered(
  conversationId: string,
  { text, fileIds, sentAt }: { text: string; fileIds: string[]; sentAt: number },
  known: string[],
): Generator<unknown, Message | null> {
  if (yield* selectState(selectHasExtension('clientIds'))) return null;
  const me = yield* selectState(selectCurrentUser);
  const { data } = yield* callEndpoint(messageRoutes.listMessages, {
    params: { id: conversationId },
    query: { limit: 10 },
  });
  const isSameMessage = (one: Message) =>
    one.senderId === me?._id &&
    one.text === text &&
    one.fileIds.join() === fileIds.join() &&
    !known.includes(one._id) &&
    Date.parse(one.createdAt) > sentAt - CLOCK_SKEW_MS;
  return data.find(isSameMessage) ?? null;
}

const isReconnected = (action: Action) => isConnectionBack(action) || serverBecameReachable.match(action);

function* showLatest({ payload: { conversationId } }: ReturnType<typeof message.messageSent>) {
  const thread = yield* selectState(selectThread(conversationId));
  if (thread?.reachesEnd === false) yield put(message.latestRequested({ conversationId }));
}

export function* sendSaga() {
  yield takeEvery(message.messageSent, showLatest);
  yield fork(sendInOrder);
}
