import { buffers } from 'redux-saga';
import { actionChannel, delay, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import { messageRoutes } from '@contract/message-routes';
import { networkChanged, socketStatusChanged } from '@/features/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { reloadConversation } from './list-saga';
import { loadFailure, mayPass } from './message-failure';
import { selectOutgoing, selectThread } from './message-selectors';
import * as message from './message-slice';

/** How often a send is tried by itself before it is shown as failed; between tries it waits, or for the connection. */
const sendTries = 3;
const retryDelayMs = 2_000;

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
  return outgoing.some((one) => one.clientId === clientId && one.status === 'sending');
}

function* send({ clientId, conversationId, text, attachments, price }: message.Sent) {
  const body = {
    clientId,
    text,
    type: attachments[0]?.kind ?? ('text' as const),
    fileIds: attachments.flatMap((attachment) => attachment.fileId ?? []),
    ...(price !== null && { isSale: true, price }),
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const sent = yield* callEndpoint(messageRoutes.sendMessage, { params: { id: conversationId }, body });
      // Backends that do not know client ids give none back: name it, so that the waiting bubble goes.
      yield put(message.messageReceived({ ...sent, clientId }));
      return;
    } catch (error) {
      const failure = toFailure(error);
      if (!mayPass(failure) || attempt >= sendTries) {
        yield put(message.sendFailed({ clientId, error: mayPass(failure) ? loadFailure(error) : failure }));
        if (failure.status === 403) yield fork(reloadConversation, conversationId);
        return;
      }
      yield race([delay(retryDelayMs * attempt), take(isBack)]);
      if (!(yield* isStillSending(clientId))) return;
    }
  }
}

const isBack = (action: { type: string }) =>
  (socketStatusChanged.match(action) && action.payload === 'connected') ||
  (networkChanged.match(action) && !action.payload.isOffline);

/** What did not get through for want of a connection goes out when there is one, as the offline bar says. */
function* resendUnsent() {
  const outgoing = yield* selectState(selectOutgoing);
  for (const one of outgoing) if (one.error?.status === 0) yield put(message.messageSent(one));
}

/** Who writes wants to see it: at the end of the conversation. */
function* showEnd({ payload: { conversationId } }: ReturnType<typeof message.messageSent>) {
  const thread = yield* selectState(selectThread(conversationId));
  if (thread?.reachesEnd === false) yield put(message.latestRequested({ conversationId }));
}

export function* sendSaga() {
  yield takeEvery(message.messageSent, showEnd);
  yield takeEvery(isBack, resendUnsent);
  yield fork(sendInOrder);
}
