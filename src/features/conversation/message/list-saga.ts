import { fork, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { blockRoutes } from '@contract/identity/block-routes';
import { messageRoutes } from '@contract/conversation/message-routes';
import { paths } from '@/config/paths';
import { isUnknownAddress, toFailure, type ApiFailure } from '@/services/api-error';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import { failureShown } from '@/features/site/ui/ui-slice';
import { withFailure } from '@/store/with-failure';
import { fanBlockChanged, subscriptionChanged } from '@/store/intents';
import { selectConversations } from './message-state';
import * as message from './message-slice';

function* openConversationWith({
  payload,
}: ReturnType<typeof message.conversationRequested | typeof message.conversationClosed>) {
  if (!payload) return;
  yield put(message.openingStarted());
  try {
    const conversation = yield* callEndpoint(messageRoutes.createConversation, { body: payload });
    yield put(message.conversationLoaded(conversation));
    const navigate = yield* fromContext('navigate');
    navigate(paths.conversation(conversation._id), { replace: true });
  } catch (error) {
    const failure = toFailure(error);
    // The server also replies 404 if the other account blocks this one, so the text must be true for both.
    const nobody = isUnknownAddress(failure) && { message: 'You can’t message this account.' };
    yield put(message.openingFailed(isTransientFailure(failure) ? toLoadFailure(error) : { ...failure, ...nobody }));
  }
}

export function* reloadConversation(id: string) {
  try {
    yield put(message.conversationLoaded(yield* callEndpoint(messageRoutes.getConversation, { params: { id } })));
  } catch {
    // The cached conversation stays.
  }
}

/** A subscription that starts or ends changes who can write. */
function* reloadPerformerConversation({ payload: { performerId } }: ReturnType<typeof subscriptionChanged>) {
  const changed = yield* findConversationWith(performerId);
  if (changed) yield* reloadConversation(changed._id);
}

const findConversationWith = function* findConversation(userId: string) {
  return Object.values(yield* selectState(selectConversations)).find(
    ({ recipientInfo }) => recipientInfo?._id === userId,
  );
};

function* reloadFanConversation({ payload: { userId } }: ReturnType<typeof fanBlockChanged>) {
  const changed = yield* findConversationWith(userId);
  if (changed) yield* reloadConversation(changed._id);
}

function* unblockFan({ payload: { userId } }: ReturnType<typeof message.unblockRequested>) {
  yield* callEndpoint(blockRoutes.unblockUser, { params: { id: userId } });
  yield put(fanBlockChanged({ userId, isBlocked: false }));
}

export function* listSaga() {
  yield fork(message.conversationLists.saga);
  yield fork(message.messageSearch.saga);
  yield takeLatest([message.conversationRequested, message.conversationClosed], openConversationWith);
  yield takeEvery(subscriptionChanged, reloadPerformerConversation);
  yield takeEvery(fanBlockChanged, reloadFanConversation);
  yield takeLeading(message.unblockRequested, withFailure(unblockFan, failureShown));
}

/** Specification 8 defines the text. */
export const toLoadFailure = (error: unknown): ApiFailure => ({
  ...toFailure(error),
  message: message.LOADING_FAILED_TEXT,
});

export const isTransientFailure = ({ status }: ApiFailure): boolean => status === 0 || status >= 500;
