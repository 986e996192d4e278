import { buffers } from 'redux-saga';
import { actionChannel, delay, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import { messageRoutes } from '@contract/conversation/message-routes';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { networkChanged, serverFound, socketStatusChanged } from '@/features/site/ui/ui-slice';
import { isUnreachable, toFailure } from '@/services/api-error';
import { selectHasExtension } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { reloadConversation, loadFailure, isTransientFailure } from './list-saga';
import { selectOutgoing, selectThread, type Message } from './message-state';
import * as message from './message-slice';

/** How often a server that is unwell is asked; one that cannot be reached is asked until it is there. */
const sendTries = 3;
/** Milliseconds before the first retry, and the longest between two; the connection coming back ends the wait. */
const retryMs = { first: 2_000, longest: 10_000 };

/** Milliseconds within which a message is sent for the first time; how far clocks of browser and backend may differ. */
const freshMs = 1_500;
const clockMs = 120_000;

/** One after another, so that what is written first arrives first. */
function* sendInOrder() {
  const queue = (yield actionChannel(message.messageSent, buffers.expanding(8))) as Parameters<typeof take>[0];
  while (true) {
    const { payload } = (yield take(queue)) as ReturnType<typeof message.messageSent>;
    if (yield* isStillSending(payload.clientId)) yield* send(payload);
  }
}

/** False once it has arrived, failed, was thrown away, or belongs to an account that has logged out. */
function* isStillSending(clientId: string) {
  const outgoing = yield* selectState(selectOutgoing);
  return outgoing.some((one) => one.clientId === clientId && one.status !== 'failed');
}

function* send({ clientId, conversationId, text, attachments, price, sentAt = 0 }: message.Sent) {
  const body = {
    clientId,
    text,
    type: attachments[0]?.kind ?? ('text' as const),
    fileIds: attachments.flatMap((attachment) => attachment.fileId ?? []),
    ...(price !== null && { isSale: true, price }),
  };
  // One that is sent again, maybe by another page, may be in the thread already.
  const isRepeat = Date.now() - sentAt > freshMs;
  const thread = yield* selectState(selectThread(conversationId));
  const known = isRepeat ? [] : (thread?.ids ?? []);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const arrived = attempt > 1 || isRepeat ? yield* findArrived(conversationId, { ...body, sentAt }, known) : null;
      const sent =
        arrived ?? (yield* callEndpoint(messageRoutes.sendMessage, { params: { id: conversationId }, body }));
      // Backends that do not know client ids give none back: name it, so that the waiting bubble goes.
      yield put(message.sendResumed());
      yield put(message.messageReceived({ ...sent, clientId }));
      return;
    } catch (error) {
      const failure = toFailure(error);
      const isCutOff = isUnreachable(failure);
      yield put(isCutOff ? message.sendHeldUp() : message.sendResumed());
      if (!isTransientFailure(failure) || (!isCutOff && attempt >= sendTries)) {
        yield put(message.sendFailed({ clientId, error: isTransientFailure(failure) ? loadFailure(error) : failure }));
        if (failure.status === 403) yield fork(reloadConversation, conversationId);
        return;
      }
      yield race([delay(Math.min(retryMs.first * attempt, retryMs.longest)), take(isBack)]);
      if (!(yield* isStillSending(clientId))) return;
    }
  }
}

/**
 * Before a message is sent again whose answer was lost: is it there already? A backend that knows client ids answers that by
 * itself; others would keep it twice.
 *
 * @param known ids that were there before it was sent.
 */
function* findArrived(
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
  const isIt = (one: Message) =>
    one.senderId === me?._id &&
    one.text === text &&
    one.fileIds.join() === fileIds.join() &&
    !known.includes(one._id) &&
    // Clocks differ a little.
    Date.parse(one.createdAt) > sentAt - clockMs;
  return data.find(isIt) ?? null;
}

const isBack = (action: { type: string }) =>
  (socketStatusChanged.match(action) && action.payload === 'connected') ||
  (networkChanged.match(action) && !action.payload.isOffline) ||
  serverFound.match(action);

/** Who writes wants to see it: at the end of the conversation. */
function* showEnd({ payload: { conversationId } }: ReturnType<typeof message.messageSent>) {
  const thread = yield* selectState(selectThread(conversationId));
  if (thread?.reachesEnd === false) yield put(message.latestRequested({ conversationId }));
}

export function* sendSaga() {
  yield takeEvery(message.messageSent, showEnd);
  yield fork(sendInOrder);
}
