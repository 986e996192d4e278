import { fork, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { blockRoutes } from '@contract/identity/block-routes';
import { messageRoutes } from '@contract/conversation/message-routes';
import { paths } from '@/config/paths';
import { toFailure, type ApiFailure } from '@/services/api-error';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import { failureShown } from '@/features/site/ui/ui-slice';
import { withFailure } from '@/store/with-failure';
import { fanBlockChanged, subscriptionChanged } from '@/store/intents';
import { selectConversations } from './message-state';
import * as message from './message-slice';

/** Opens the conversation with somebody, making it when there is none, and goes to its address. */
function* openWith({ payload }: ReturnType<typeof message.conversationRequested | typeof message.conversationClosed>) {
  // Who has left meanwhile is not called back.
  if (!payload) return;
  yield put(message.openingStarted());
  try {
    const conversation = yield* callEndpoint(messageRoutes.createConversation, { body: payload });
    yield put(message.conversationLoaded(conversation));
    const navigate = yield* fromContext('navigate');
    navigate(paths.conversation(conversation._id), { replace: true });
  } catch (error) {
    const failure = toFailure(error);
    // What a server says of an id that can be nobody's is written for whoever programs.
    const nobody = failure.status === 400 && { message: 'We couldn’t find this. It may have been removed.' };
    yield put(message.openingFailed(isTransientFailure(failure) ? loadFailure(error) : { ...failure, ...nobody }));
  }
}

/** Asks again who it is with and whether one may write. */
export function* reloadConversation(id: string) {
  try {
    yield put(message.conversationLoaded(yield* callEndpoint(messageRoutes.getConversation, { params: { id } })));
  } catch {
    // What is known of it stays.
  }
}

/** Subscribing, or the end of it, decides who may write. */
function* reloadOfPerformer({ payload: { performerId } }: ReturnType<typeof subscriptionChanged>) {
  const changed = yield* conversationWith(performerId);
  if (changed) yield* reloadConversation(changed._id);
}

const conversationWith = function* findConversation(userId: string) {
  return Object.values(yield* selectState(selectConversations)).find(
    ({ recipientInfo }) => recipientInfo?._id === userId,
  );
};

/** A block decides who may write. */
function* reloadOfFan({ payload: { userId } }: ReturnType<typeof fanBlockChanged>) {
  const changed = yield* conversationWith(userId);
  if (changed) yield* reloadConversation(changed._id);
}

function* unblock({ payload: { userId } }: ReturnType<typeof message.unblockRequested>) {
  yield* callEndpoint(blockRoutes.unblockUser, { params: { id: userId } });
  yield put(fanBlockChanged({ userId, isBlocked: false }));
}

export function* listSaga() {
  yield fork(message.conversationLists.saga);
  yield fork(message.foundTexts.saga);
  yield takeLatest([message.conversationRequested, message.conversationClosed], openWith);
  yield takeEvery(subscriptionChanged, reloadOfPerformer);
  yield takeEvery(fanBlockChanged, reloadOfFan);
  yield takeLeading(message.unblockRequested, withFailure(unblock, failureShown));
}

/** What did not load or was not made, in the words of specification 8. */
export const loadFailure = (error: unknown): ApiFailure => ({ ...toFailure(error), message: message.loadingFailed });

/** The server could not be reached, or is unwell: trying again may help. */
export const isTransientFailure = ({ status }: ApiFailure): boolean => status === 0 || status >= 500;
