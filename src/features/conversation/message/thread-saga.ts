import { put, takeEvery, takeLatest } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { messageRoutes } from '@contract/conversation/message-routes';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { isUnknownAddress, toFailure, type ApiFailure } from '@/services/api-error';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { itemUnlocked } from '@/store/intents';
import { takeLatestBy, takeLeadingBy } from '@/store/take-by';
import { reloadConversation, toLoadFailure } from './list-saga';
import { hasGap } from './message-rules';
import { selectConversation, selectMessages, selectThread, type Conversation } from './message-state';
import * as message from './message-slice';

const PAGE_SIZE = limits.messagePage;
const MESSAGES_ABOVE_UNREAD = 5;

const isPageVisible = () => typeof document !== 'undefined' && document.visibilityState === 'visible';

function* markReadIfVisible(conversationId: string) {
  const isActive = yield* selectState((state) => state.message.activeId === conversationId);
  if (isActive && isPageVisible()) yield put(message.conversationViewed({ conversationId }));
}

/** The page around a found message, or one with all unread messages. */
function getFirstPageQuery({ totalNotSeenMessages: unread }: Conversation, at: number | undefined) {
  if (at !== undefined) return { limit: PAGE_SIZE, beforeSequence: at + Math.ceil(PAGE_SIZE / 2) };
  return { limit: Math.min(limits.listMax, Math.max(PAGE_SIZE, unread + MESSAGES_ABOVE_UNREAD)), offset: 0 };
}

/** Some backends send the other party only with the list of conversations. Wire contract 2.17. */
function* fetchConversation(id: string): Generator<unknown, Conversation> {
  const found = yield* callEndpoint(messageRoutes.getConversation, { params: { id } });
  if (found.recipientInfo !== undefined) return found;
  try {
    const { data } = yield* callEndpoint(messageRoutes.listConversations, { query: { limit: limits.listMax } });
    return { ...found, recipientInfo: data.find(({ _id }) => _id === id)?.recipientInfo };
  } catch {
    return found;
  }
}

function* openThread({ payload: { conversationId, at } }: ReturnType<typeof message.conversationOpened>) {
  try {
    let conversation = yield* selectState(selectConversation(conversationId));
    if (!conversation?.recipientInfo) {
      conversation = yield* fetchConversation(conversationId);
      yield put(message.conversationLoaded(conversation));
    }
    const query = getFirstPageQuery(conversation, at);
    const { data, total } = yield* callEndpoint(messageRoutes.listMessages, { params: { id: conversationId }, query });
    // Sequences have no gaps, so a page that ends before `beforeSequence` is the newest.
    const last = data[0]?.sequence;
    const isNewest = query.beforeSequence === undefined || last === undefined || last + 1 < query.beforeSequence;
    yield put(message.threadLoaded({ conversationId, messages: data, isNewest, total }));
    yield* markReadIfVisible(conversationId);
  } catch (error) {
    const failure = toFailure(error);
    yield put(
      message.threadFailed({ conversationId, error: isUnknownAddress(failure) ? failure : toLoadFailure(error) }),
    );
  }
}

interface ThreadAction {
  type: string;
  payload: { conversationId: string };
}

const getConversationId = ({ payload }: ThreadAction) => payload.conversationId;

function* loadLatest({ payload: { conversationId } }: ThreadAction) {
  const params = { id: conversationId };
  const { data, total } = yield* callEndpoint(messageRoutes.listMessages, { params, query: { limit: PAGE_SIZE } });
  yield put(message.threadLoaded({ conversationId, messages: data, isNewest: true, total }));
}

const markRead = withFailure(function* mark({ payload: { conversationId } }: ThreadAction) {
  yield put(message.readStarted({ conversationId }));
  yield* callEndpoint(messageRoutes.readAllMessages, { params: { id: conversationId } });
});

/** A thread can lack its newest messages only if the backend sends sequences. */
function* loadEdge({ payload: { conversationId, edge } }: ReturnType<typeof message.edgeRequested>) {
  const ids = (yield* selectState(selectThread(conversationId)))?.ids ?? [];
  const at = (yield* selectState(selectMessages))[ids.at(edge === 'older' ? 0 : -1) ?? '']?.sequence;
  const older = at === undefined ? { offset: ids.length } : { beforeSequence: at };
  const newer = { afterSequence: at ?? 0, beforeSequence: (at ?? 0) + PAGE_SIZE + 1 };
  const { data } = yield* callEndpoint(messageRoutes.listMessages, {
    params: { id: conversationId },
    query: { limit: PAGE_SIZE, ...(edge === 'older' ? older : newer) },
  });
  yield put(message.edgeLoaded({ conversationId, edge, messages: data, isLast: data.length < PAGE_SIZE }));
}

/** The newest page also contains reads, purchases and deletions. If this fails, the next reconnect retries it. */
function* fillGap({ payload: { conversationId } }: ReturnType<typeof message.gapDetected>) {
  // If an older part is shown, its newer pages are loaded on scrolling.
  if ((yield* selectState(selectThread(conversationId)))?.reachesEnd === false) return;
  const known = yield* findContiguousEnd(conversationId);
  let upTo: number | undefined;
  while (true) {
    const { data } = yield* callEndpoint(messageRoutes.listMessages, {
      params: { id: conversationId },
      query:
        upTo === undefined
          ? { limit: PAGE_SIZE }
          : { limit: limits.listMax, afterSequence: known, beforeSequence: upTo },
    });
    yield put(message.messagesMerged({ conversationId, messages: data }));
    upTo = data.at(-1)?.sequence;
    if (known === undefined || upTo === undefined || upTo <= known + 1) break;
  }
  yield* markReadIfVisible(conversationId);
}

/** @returns the last sequence before the first gap in the loaded messages. */
function* findContiguousEnd(conversationId: string) {
  const ids = (yield* selectState(selectThread(conversationId)))?.ids ?? [];
  const messages = yield* selectState(selectMessages);
  // -1 if there is no gap, which stands for the newest message.
  const last = ids.findIndex((id, index) => hasGap(messages[id], messages[ids[index + 1] ?? '']));
  return messages[ids.at(last) ?? '']?.sequence;
}

function* handleReceived({ payload }: ReturnType<typeof message.messageReceived>) {
  const { conversationId } = payload;
  const state = yield* selectState((all) => all.message);
  const isMine = payload.senderId === (yield* selectState(selectCurrentUser))?._id;
  const known = state.conversations[conversationId];
  // Reload, because a creator's message allows the fan to reply.
  if (!known || (!isMine && known.canWrite === false)) yield* reloadConversation(conversationId);
  const ids = state.threads[conversationId]?.ids ?? [];
  const place = ids.indexOf(payload._id);
  const isActive = state.activeId === conversationId;
  if (hasGap(state.messages[ids[place - 1] ?? ''], payload)) yield put(message.gapDetected({ conversationId }));
  else if (isMine || !isActive) return;
  else if (isPageVisible()) yield put(message.conversationViewed({ conversationId }));
  else yield put(message.messageArrivedUnseen({ messageId: payload._id }));
}

function* deleteMessage({ payload: { messageId } }: ReturnType<typeof message.messageDeleteRequested>) {
  yield* callEndpoint(messageRoutes.deleteMessage, { params: { id: messageId } });
  yield put(message.messageDeleted({ messageId }));
}

/** Not optimistic, because a thread must not look muted before it is. */
function* changeSettings({ payload: { conversationId, change } }: ReturnType<typeof message.threadSettingsRequested>) {
  const stored = yield* callEndpoint(messageRoutes.updateConversationSettings, {
    params: { id: conversationId },
    body: change,
  });
  yield put(message.conversationLoaded(stored));
  yield put(toastShown({ text: getSettingsText(change), tone: 'success' }));
}

function getSettingsText({ isMuted, isClosed }: { isMuted?: boolean; isClosed?: boolean }): string {
  if (isMuted !== undefined) {
    return isMuted ? 'Muted. New messages here stay quiet.' : 'You’ll hear of new messages here again.';
  }
  return isClosed ? 'They can no longer write to you.' : 'They can write to you again.';
}

/** Fetches the unlocked message, because not every backend sends an event. */
function* reloadUnlocked({ payload }: ReturnType<typeof itemUnlocked>) {
  if (payload.target !== 'message') return;
  const bought = (yield* selectState(selectMessages))[payload.id];
  if (!bought) return;
  const { conversationId, sequence } = bought;
  const loaded = (yield* selectState(selectThread(conversationId)))?.ids.length ?? PAGE_SIZE;
  const query =
    sequence === undefined ? { limit: Math.min(loaded, limits.listMax) } : { limit: 1, beforeSequence: sequence + 1 };
  const { data } = yield* callEndpoint(messageRoutes.listMessages, { params: { id: conversationId }, query });
  yield put(message.messagesMerged({ conversationId, messages: data }));
}

export function* threadSaga() {
  yield takeLatest(message.conversationOpened, openThread);
  // By conversation, so that none cancels the requests of another.
  yield takeLatestBy(
    message.latestRequested,
    getConversationId,
    withFailure(loadLatest, (_failure, { payload }) => message.edgeFailed({ ...payload, edge: 'newer' })),
  );
  yield takeEvery(message.conversationViewed, markRead);
  yield takeLeadingBy(
    message.edgeRequested,
    ({ payload }) => `${payload.edge} ${payload.conversationId}`,
    withFailure(loadEdge, (_failure, { payload }) => message.edgeFailed(payload)),
  );
  yield takeLatestBy(message.gapDetected, getConversationId, withFailure(fillGap));
  yield takeEvery(message.messageReceived, handleReceived);
  yield takeEvery(message.messageDeleteRequested, withFailure(deleteMessage, showFailure));
  yield takeEvery(message.threadSettingsRequested, withFailure(changeSettings, showFailure));
  yield takeEvery(
    itemUnlocked,
    withFailure(reloadUnlocked, () => [failureShown({ message: message.LOADING_FAILED_TEXT })]),
  );
}

const showFailure = (failure: ApiFailure) => [failureShown(failure)];
