import { buffers } from 'redux-saga';
import {
  actionChannel,
  call,
  delay,
  fork,
  put,
  race,
  take,
  takeEvery,
  takeLatest,
  takeLeading,
  throttle,
} from 'redux-saga/effects';
import { limits } from '@contract/limits';
import { messageRoutes } from '@contract/message-routes';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/session/session-slice';
import { socketStatusChanged, toastShown } from '@/features/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import { itemUnlocked } from '@/store/intents';
import { uploadChannel, type UploadStep } from '@/store/upload-channel';
import * as message from './message-slice';

/** How often a send is tried by itself before it is shown as failed; between tries it waits, or for the connection. */
const sendTries = 3;
const retryDelayMs = 2_000;
/** Milliseconds a "writes…" stays without another key. ux.md MS-8. */
const typingMs = 5_000;
/** Milliseconds between two typing events. */
const typingEveryMs = 2_500;

const page = limits.messagePage;
const withText = (error: unknown) => ({ ...toFailure(error), message: message.loadingFailed });

function* loadList({ payload }: ReturnType<typeof message.listRequested>) {
  const { q, unread, more } = payload;
  const key = message.listFilterKey(payload);
  try {
    const offset = more ? ((yield* selectState(message.selectConversationList(key)))?.ids.length ?? 0) : 0;
    const query = { limit: page, offset, isMore: more, ...(unread && { unread }), ...(q && { q, keyword: q }) };
    const route = q ? messageRoutes.searchConversations : messageRoutes.listConversations;
    const { data, total } = yield* callEndpoint(route, { query });
    yield put(message.listLoaded({ key, conversations: data, total, isMore: more === true }));
  } catch (error) {
    yield put(message.listFailed({ key, error: withText(error) }));
  }
}

/** Opens the conversation with somebody, making it when there is none, and goes to its address. */
function* openWith({ payload }: ReturnType<typeof message.conversationWanted>) {
  yield put(message.openingStarted());
  try {
    const conversation = yield* callEndpoint(messageRoutes.createConversation, { body: payload });
    yield put(message.conversationLoaded(conversation));
    const navigate = yield* fromContext('navigate');
    navigate(paths.conversation(conversation._id), { replace: true });
  } catch (error) {
    const failure = toFailure(error);
    yield put(message.openingFailed(failure.status === 0 || failure.status >= 500 ? withText(error) : failure));
  }
}

function* openThread({ payload: { conversationId } }: ReturnType<typeof message.conversationOpened>) {
  try {
    let conversation = yield* selectState(message.selectConversation(conversationId));
    if (!conversation?.recipientInfo) {
      conversation = yield* callEndpoint(messageRoutes.getConversation, { params: { id: conversationId } });
      yield put(message.conversationLoaded(conversation));
    }
    const unread = conversation.totalNotSeenMessages;
    const { data, total } = yield* callEndpoint(messageRoutes.listMessages, {
      params: { id: conversationId },
      query: { limit: page, offset: 0 },
    });
    yield put(message.threadLoaded({ conversationId, messages: data, total, unread }));
    if (typeof document !== 'undefined' && document.visibilityState === 'visible') {
      yield put(message.conversationRead({ conversationId }));
    }
  } catch (error) {
    const failure = toFailure(error);
    yield put(message.threadFailed({ conversationId, error: failure.status === 404 ? failure : withText(error) }));
  }
}

function* markRead({ payload: { conversationId } }: ReturnType<typeof message.conversationRead>) {
  yield put(message.readStarted({ conversationId }));
  try {
    yield* callEndpoint(messageRoutes.readAllMessages, { params: { id: conversationId } });
  } catch {
    // The count stays on the server and comes back with the next load: nothing to tell.
  }
}

function* loadOlder({ payload: { conversationId } }: ReturnType<typeof message.olderRequested>) {
  const thread = yield* selectState(message.selectThread(conversationId));
  if (!thread || thread.status !== 'ready') return;
  yield put(message.olderStarted({ conversationId }));
  try {
    const oldest = (yield* selectState(message.selectMessages))[thread.ids[0] ?? ''];
    const place = oldest?.sequence === undefined ? { offset: thread.ids.length } : { beforeSequence: oldest.sequence };
    const { data } = yield* callEndpoint(messageRoutes.listMessages, {
      params: { id: conversationId },
      query: { limit: page, ...place },
    });
    yield put(message.olderLoaded({ conversationId, messages: data, isAll: data.length < page }));
  } catch (error) {
    yield put(message.olderLoaded({ conversationId, messages: [], isAll: false }));
    yield put(toastShown({ text: withText(error).message, tone: 'error' }));
  }
}

/** Fetches what came after the newest message that is here, page by page until nothing is missing. */
function* fillGap({ payload: { conversationId } }: ReturnType<typeof message.gapFound>) {
  try {
    while (true) {
      const thread = yield* selectState(message.selectThread(conversationId));
      const known = (yield* selectState(message.selectMessages))[thread?.ids.at(-1) ?? ''];
      const after = known?.sequence;
      const { data } = yield* callEndpoint(messageRoutes.listMessages, {
        params: { id: conversationId },
        query: after === undefined ? { limit: page } : { limit: limits.listMax, afterSequence: after },
      });
      yield put(message.messagesMerged({ conversationId, messages: data }));
      if (after === undefined || data.length < limits.listMax) break;
    }
    yield put(message.conversationRead({ conversationId }));
  } catch {
    // Still cut off: the next reconnect asks again.
  }
}

/** One after another, so that what is written first arrives first. */
function* sendInOrder() {
  const queue = (yield actionChannel(message.messageSent, buffers.expanding(8))) as Parameters<typeof take>[0];
  while (true) {
    const { payload } = (yield take(queue)) as ReturnType<typeof message.messageSent>;
    yield* send(payload);
  }
}

function* send({
  clientId,
  conversationId,
  text,
  attachments,
  price,
}: ReturnType<typeof message.messageSent>['payload']) {
  const kind = attachments[0]?.kind ?? ('text' as const);
  const body = {
    clientId,
    text,
    type: kind,
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
      const mayRetry = failure.status === 0 || failure.status >= 500;
      if (!mayRetry || attempt >= sendTries) {
        yield put(message.sendFailed({ clientId, error: failure }));
        return;
      }
      yield race([delay(retryDelayMs * attempt), take(isConnected)]);
    }
  }
}

const isConnected = (action: { type: string }) => socketStatusChanged.match(action) && action.payload === 'connected';

function* remove({ payload: { messageId } }: ReturnType<typeof message.messageDeleteRequested>) {
  try {
    yield* callEndpoint(messageRoutes.deleteMessage, { params: { id: messageId } });
    yield put(message.messageDeleted({ messageId }));
  } catch (error) {
    yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
  }
}

/** A message for somebody who is looking at it is read at once; one that leaves a gap has others fetched. */
function* onReceived({ payload }: ReturnType<typeof message.messageReceived>) {
  const { conversationId, sequence } = payload;
  const state = yield* selectState((all) => all.message);
  const me = yield* selectState(selectCurrentUser);
  if (!state.conversations[conversationId]) {
    try {
      yield put(
        message.conversationLoaded(
          yield* callEndpoint(messageRoutes.getConversation, { params: { id: conversationId } }),
        ),
      );
    } catch {
      // The list asks again when it is opened.
    }
  }
  if (payload.senderId === me?._id) return;
  const ids = state.threads[conversationId]?.ids ?? [];
  const before = state.messages[ids.at(-2) ?? '']?.sequence;
  if (sequence !== undefined && before !== undefined && sequence > before + 1)
    yield put(message.gapFound({ conversationId }));
  else if (state.activeId === conversationId && document.visibilityState === 'visible') {
    yield put(message.conversationRead({ conversationId }));
  }
}

const uploadRoutes = {
  photo: messageRoutes.uploadMessagePhoto,
  video: messageRoutes.uploadMessageVideo,
  audio: messageRoutes.uploadMessageFile,
} as const;

function* upload({ payload }: ReturnType<typeof message.attachmentPicked>) {
  const { conversationId, file } = payload;
  let attachment = payload.attachment;
  const change = (part: Partial<message.Attachment>) => {
    attachment = { ...attachment, ...part };
    return put(message.attachmentChanged({ conversationId, attachment }));
  };
  yield change({});
  const callApi = yield* fromContext('callApi');
  const form = new FormData();
  form.set('file', file);
  const steps = uploadChannel(callApi, uploadRoutes[attachment.kind], form);
  while (true) {
    const outcome = (yield race({
      step: take(steps),
      removed: take(
        (action: { type: string }) =>
          message.attachmentRemoved.match(action) && action.payload.localId === attachment.localId,
      ),
    })) as { step?: UploadStep<unknown>; removed?: unknown };
    if (!outcome.step) {
      steps.close();
      return;
    }
    if ('progress' in outcome.step) yield change({ progress: outcome.step.progress });
    else if ('reply' in outcome.step) {
      const { _id: fileId } = outcome.step.reply as { _id: string };
      yield change({ status: 'ready', progress: 1, fileId });
      return;
    } else {
      yield change({ status: 'failed', error: toFailure(outcome.step.error).message });
      return;
    }
  }
}

function* tellTyping({ payload: { conversationId } }: ReturnType<typeof message.typed>) {
  const socket = yield* fromContext('socket');
  socket.current?.emit('typing', { conversationId, isTyping: true });
  yield call(() => undefined);
}

function* forgetTyping({ payload }: ReturnType<typeof message.typingChanged>) {
  if (!payload.isTyping) return;
  yield delay(typingMs);
  yield put(message.typingChanged({ ...payload, isTyping: false }));
}

/** A paid message opens in place. */
function* reloadUnlocked({ payload }: ReturnType<typeof itemUnlocked>) {
  if (payload.target !== 'message') return;
  const bought = (yield* selectState(message.selectMessages))[payload.id];
  if (!bought) return;
  const { conversationId } = bought;
  const loaded = (yield* selectState(message.selectThread(conversationId)))?.ids.length ?? page;
  const { data } = yield* callEndpoint(messageRoutes.listMessages, {
    params: { id: conversationId },
    query: { limit: Math.min(loaded, limits.listMax) },
  });
  yield put(message.messagesMerged({ conversationId, messages: data }));
}

export function* messageSaga() {
  yield takeEvery(message.listRequested, loadList);
  yield takeLatest(message.conversationWanted, openWith);
  yield takeLatest(message.conversationOpened, openThread);
  yield takeEvery(message.conversationRead, markRead);
  yield takeLeading(message.olderRequested, loadOlder);
  yield takeLeading(message.gapFound, fillGap);
  yield takeEvery(message.messageReceived, onReceived);
  yield takeEvery(message.messageDeleteRequested, remove);
  yield takeEvery(message.attachmentPicked, upload);
  yield takeEvery(itemUnlocked, reloadUnlocked);
  yield takeLatest(message.typingChanged, forgetTyping);
  yield throttle(typingEveryMs, message.typed, tellTyping);
  yield fork(sendInOrder);
}
