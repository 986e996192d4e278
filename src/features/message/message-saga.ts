import { buffers } from 'redux-saga';
import {
  actionChannel,
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
import { networkChanged, socketStatusChanged, toastShown } from '@/features/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import { itemUnlocked, subscriptionChanged } from '@/store/intents';
import { uploadChannel, type UploadStep } from '@/store/upload-channel';
import { hasGap } from './message-order';
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

/**
 * Fetches the newest page, which also tells what was read, bought or deleted meanwhile, and from there on downwards
 * until it meets what is here already.
 */
function* fillGap({ payload: { conversationId } }: ReturnType<typeof message.gapFound>) {
  try {
    const known = yield* findUnbroken(conversationId);
    let before: number | undefined;
    while (true) {
      const { data } = yield* callEndpoint(messageRoutes.listMessages, {
        params: { id: conversationId },
        query:
          before === undefined
            ? { limit: page }
            : { limit: limits.listMax, afterSequence: known, beforeSequence: before },
      });
      yield put(message.messagesMerged({ conversationId, messages: data }));
      before = data.at(-1)?.sequence;
      if (known === undefined || before === undefined || before <= known + 1) break;
    }
    const isActive = yield* selectState((state) => state.message.activeId === conversationId);
    if (isActive && document.visibilityState === 'visible') yield put(message.conversationRead({ conversationId }));
  } catch {
    // Still cut off: the next reconnect asks again.
  }
}

/** @returns the sequence up to which nothing is missing between the messages that are here. */
function* findUnbroken(conversationId: string) {
  const ids = (yield* selectState(message.selectThread(conversationId)))?.ids ?? [];
  const messages = yield* selectState(message.selectMessages);
  // No gap gives -1: the newest.
  const last = ids.findIndex((id, index) => hasGap(messages[id], messages[ids[index + 1] ?? '']));
  return messages[ids.at(last) ?? '']?.sequence;
}

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
  const outgoing = yield* selectState(message.selectOutgoing);
  return outgoing.some((one) => one.clientId === clientId && one.status === 'sending');
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
        if (failure.status === 403) yield fork(reloadConversation, conversationId);
        return;
      }
      yield race([delay(retryDelayMs * attempt), take(isBack)]);
      if (!(yield* isStillSending(clientId))) return;
    }
  }
}

/** Asks again who it is with and whether one may write. */
function* reloadConversation(id: string) {
  try {
    yield put(message.conversationLoaded(yield* callEndpoint(messageRoutes.getConversation, { params: { id } })));
  } catch {
    // What is known of it stays.
  }
}

/** Subscribing, or the end of it, decides who may write. */
function* reloadOfPerformer({ payload: { performerId } }: ReturnType<typeof subscriptionChanged>) {
  const conversations = Object.values(yield* selectState(message.selectConversations));
  const changed = conversations.find(({ recipientInfo }) => recipientInfo?._id === performerId);
  if (changed) yield* reloadConversation(changed._id);
}

const isBack = (action: { type: string }) =>
  (socketStatusChanged.match(action) && action.payload === 'connected') ||
  (networkChanged.match(action) && !action.payload.isOffline);

/** What did not get through for want of a connection goes out when there is one, as the offline bar says. */
function* resendUnsent() {
  const outgoing = yield* selectState(message.selectOutgoing);
  for (const one of outgoing) if (one.error?.status === 0) yield put(message.messageSent(one));
}

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
  const { conversationId } = payload;
  const state = yield* selectState((all) => all.message);
  const me = yield* selectState(selectCurrentUser);
  if (!state.conversations[conversationId]) yield* reloadConversation(conversationId);
  // A creator who writes opens the conversation to the fan.
  else if (payload.senderId !== me?._id && state.conversations[conversationId]?.canWrite === false) {
    yield* reloadConversation(conversationId);
  }
  const ids = state.threads[conversationId]?.ids ?? [];
  const place = ids.indexOf(payload._id);
  if (hasGap(state.messages[ids[place - 1] ?? ''], payload)) yield put(message.gapFound({ conversationId }));
  else if (payload.senderId === me?._id) return;
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

/** A paid message opens in place, also where no event tells of it. */
function* reloadUnlocked({ payload }: ReturnType<typeof itemUnlocked>) {
  if (payload.target !== 'message') return;
  const bought = (yield* selectState(message.selectMessages))[payload.id];
  if (!bought) return;
  const { conversationId, sequence } = bought;
  const loaded = (yield* selectState(message.selectThread(conversationId)))?.ids.length ?? page;
  const query =
    sequence === undefined ? { limit: Math.min(loaded, limits.listMax) } : { limit: 1, beforeSequence: sequence + 1 };
  try {
    const { data } = yield* callEndpoint(messageRoutes.listMessages, { params: { id: conversationId }, query });
    yield put(message.messagesMerged({ conversationId, messages: data }));
  } catch (error) {
    yield put(toastShown({ text: withText(error).message, tone: 'error' }));
  }
}

export function* messageSaga() {
  yield takeEvery(message.listRequested, loadList);
  yield takeLatest(message.conversationWanted, openWith);
  yield takeLatest(message.conversationOpened, openThread);
  yield takeEvery(message.conversationRead, markRead);
  yield takeLeading(message.olderRequested, loadOlder);
  yield takeLatest(message.gapFound, fillGap);
  yield takeEvery(message.messageReceived, onReceived);
  yield takeEvery(message.messageDeleteRequested, remove);
  yield takeEvery(message.attachmentPicked, upload);
  yield takeEvery(itemUnlocked, reloadUnlocked);
  yield takeEvery(message.typingChanged, forgetTyping);
  yield takeEvery(subscriptionChanged, reloadOfPerformer);
  yield throttle(typingEveryMs, message.typed, tellTyping);
  yield takeEvery(isBack, resendUnsent);
  yield fork(sendInOrder);
}
