import { delay, fork, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { streamRoutes } from '@contract/content/stream-routes';
import { messageRoutes } from '@contract/conversation/message-routes';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { failureShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { fetchFresh } from '@/store/fetch-fresh';
import { takeInOrder, takeLeadingBy } from '@/store/take-by';
import { getRetryMs, isTransient } from '@/store/upload-in-parts';
import { withFailure } from '@/store/with-failure';
import { findFirstId } from './chat-rules';
import { selectChat, selectOpenChat, selectOutgoingLines, type ChatPlace } from './chat-state';
import * as chat from './chat-slice';

const PAGE_SIZE = limits.messagePage;
/** Interval of polls for guests, who have no socket. */
const GUEST_POLL_MS = 4_000;

interface PageQuery {
  offset?: number;
  beforeSequence?: number;
}

/** Compatible backends let non-members read only the chat of a public show; our own checks access to every chat itself. */
function* fetchPage({ conversationId, isPublic }: ChatPlace, query: PageQuery = {}) {
  const isOpen = isPublic || (yield* selectState(selectSupportsCall(streamRoutes.getSeat)));
  const route = isOpen ? messageRoutes.listPublicStreamMessages : messageRoutes.listMessages;
  return yield* callEndpoint(route, { params: { id: conversationId }, query: { limit: PAGE_SIZE, ...query } });
}

function* loadNewest(place: ChatPlace) {
  const removals = [chat.lineDeleted.type, chat.chatCleared.type];
  const { data, total } = yield* fetchFresh(() => fetchPage(place), removals, [chat.lineArrived.type]);
  yield put(chat.newestLoaded({ conversationId: place.conversationId, messages: data.toReversed(), total }));
}

function* openChat({ payload: place }: ReturnType<typeof chat.chatOpened>) {
  const { conversationId } = place;
  for (let tries = 0; ; tries += 1) {
    try {
      yield* loadNewest(place);
      return;
    } catch (error) {
      yield put(chat.chatFailed({ conversationId, error: toFailure(error) }));
      const hasLines = (yield* selectState(selectChat(conversationId)))?.status === 'ready';
      // Without lines, the chat offers to try again.
      if (!hasLines || !isTransient(error)) return;
      yield delay(getRetryMs(error, tries));
      if ((yield* selectState(selectOpenChat))?.conversationId !== conversationId) return;
    }
  }
}

const reloadNewest = withFailure(function* reload() {
  const place = yield* selectState(selectOpenChat);
  if (place) yield* loadNewest(place);
});

function* pollForGuest() {
  while (true) {
    yield delay(GUEST_POLL_MS);
    const isOpen = (yield* selectState(selectOpenChat)) !== null;
    const isGuest = !(yield* selectState(selectIsLoggedIn));
    if (isOpen && isGuest && document.visibilityState === 'visible') yield* reloadNewest(chat.newestRequested());
  }
}

const loadOlder = withFailure(
  function* load({ payload: { conversationId } }: ReturnType<typeof chat.olderRequested>) {
    const place = yield* selectState(selectOpenChat);
    if (place?.conversationId !== conversationId) return;
    const known = (yield* selectState(selectChat(conversationId)))?.messages ?? [];
    const sequence = known.find((message) => message.sequence !== undefined)?.sequence;
    const stored = known.filter(({ isSystem }) => !isSystem).length;
    const firstId = findFirstId(known);
    const { data } = yield* fetchPage(
      place,
      sequence === undefined ? { offset: stored } : { beforeSequence: sequence },
    );
    const isLast = data.length < PAGE_SIZE;
    yield put(chat.olderLoaded({ conversationId, messages: data.toReversed(), isLast, firstId }));
  },
  (_error, { payload }) => chat.olderFailed(payload),
);

function* sendLine({ payload: { clientId, conversationId, text } }: ReturnType<typeof chat.lineSent>) {
  // While it waited for earlier lines, the user may have discarded it.
  const isWaiting = (yield* selectState(selectOutgoingLines)).some((line) => line.clientId === clientId);
  if (!isWaiting) return;
  try {
    const message = yield* callEndpoint(messageRoutes.sendStreamMessage, {
      params: { id: conversationId },
      body: { clientId, text, type: 'text' },
    });
    yield put(chat.lineAccepted({ clientId, message: { ...message, conversationId }, sentAt: Date.now() }));
  } catch (error) {
    yield put(chat.lineFailed({ clientId, error: toFailure(error) }));
  }
}

function* deleteLine({ payload: { message } }: ReturnType<typeof chat.lineDeleteRequested>) {
  const { _id: messageId, conversationId } = message;
  yield* callEndpoint(messageRoutes.deleteMessage, { params: { id: messageId } });
  yield put(chat.lineDeleted({ conversationId, messageId }));
}

function* clearChat({ payload }: ReturnType<typeof chat.clearRequested>) {
  yield* callEndpoint(messageRoutes.removeAllMessages, { params: { id: payload.conversationId } });
  yield put(chat.chatCleared(payload));
}

export function* chatSaga() {
  yield takeLatest(chat.chatOpened, openChat);
  yield takeLatest(chat.newestRequested, reloadNewest);
  yield takeLeading(chat.olderRequested, loadOlder);
  yield takeInOrder(chat.lineSent, sendLine);
  yield takeLeadingBy(
    chat.lineDeleteRequested,
    ({ payload }) => payload.message._id,
    withFailure(deleteLine, failureShown),
  );
  yield takeLeading(chat.clearRequested, withFailure(clearChat, failureShown));
  yield fork(pollForGuest);
}
