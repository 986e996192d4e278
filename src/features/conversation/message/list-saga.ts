import { put, takeEvery, takeLatest } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { messageRoutes } from '@contract/conversation/message-routes';
import type { EndpointInput } from '@contract/schemas';
import { paths } from '@/config/paths';
import { toFailure } from '@/services/api-error';
import { selectServes } from '@/store/backend';
import { askAfresh } from '@/store/ask-afresh';
import { callEndpoint, callUnknown, fromContext, selectState } from '@/store/call-endpoint';
import { subscriptionChanged } from '@/store/intents';
import { listKeyOf } from './inbox-filter';
import { loadFailure, mayPass } from './message-failure';
import { selectConversationList, selectConversations, selectSearch } from './message-selectors';
import * as message from './message-slice';

const page = limits.messagePage;

function* loadList({ payload }: ReturnType<typeof message.listRequested>) {
  const { q: words = '', show, more } = payload;
  const q = words.trim();
  const key = listKeyOf(payload);
  try {
    const offset = more ? ((yield* selectState(selectConversationList(key)))?.ids.length ?? 0) : 0;
    const query = {
      limit: page,
      offset,
      isMore: more,
      ...(show === 'unread' && { unread: true }),
      ...(show === 'subscribers' && { subscribers: true }),
      ...(q && { q, keyword: q }),
    };
    const { data, total } = yield* askAfresh(
      () => (q ? findConversations(query) : callEndpoint(messageRoutes.listConversations, { query })),
      more ? [] : [message.messageReceived.type],
    );
    yield put(message.listLoaded({ key, conversations: data, total, isMore: more === true }));
  } catch (error) {
    yield put(message.listFailed({ key, error: loadFailure(error) }));
  }
}

/** Older generations have no call of its own for this: their list takes the words. Wire contract 2.17. */
function* findConversations(query: NonNullable<EndpointInput<'searchConversations'>>['query']) {
  try {
    return yield* callEndpoint(messageRoutes.searchConversations, { query });
  } catch (error) {
    const isServed = yield* selectState(selectServes(messageRoutes.searchConversations));
    // To some of them `search` is the id of a conversation that is not there.
    if (isServed && toFailure(error).status !== 404) throw error;
    if (isServed) yield put(callUnknown(messageRoutes.searchConversations.name));
    return yield* callEndpoint(messageRoutes.listConversations, { query });
  }
}

/** A backend that cannot search texts says that there is no such call: people are still found. */
function* searchTexts({ payload: { q, more } }: ReturnType<typeof message.textsRequested>) {
  const { status, hits } = yield* selectState(selectSearch);
  if (status !== 'pending') return;
  try {
    const query = { q, limit: page, offset: more ? hits.length : 0 };
    const { data, total } = yield* callEndpoint(messageRoutes.searchMessages, { query });
    yield put(message.textsLoaded({ q, hits: data, total }));
  } catch (error) {
    yield put(message.textsFailed({ q, isAbsent: toFailure(error).status === 404 }));
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
    yield put(message.openingFailed(mayPass(failure) ? loadFailure(error) : failure));
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
  const conversations = Object.values(yield* selectState(selectConversations));
  const changed = conversations.find(({ recipientInfo }) => recipientInfo?._id === performerId);
  if (changed) yield* reloadConversation(changed._id);
}

export function* listSaga() {
  yield takeEvery(message.listRequested, loadList);
  yield takeLatest(message.textsRequested, searchTexts);
  yield takeLatest(message.conversationWanted, openWith);
  yield takeEvery(subscriptionChanged, reloadOfPerformer);
}
