import { fork } from 'redux-saga/effects';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';
import { getListKey, readInboxFilter } from './inbox-filter';
import { fileSaga } from './file-saga';
import { listSaga } from './list-saga';
import {
  conversationLists,
  gapDetected,
  messageDeleted,
  messageReceived,
  messageSeen,
  messageReducer,
  messageUpdated,
  presenceChanged,
  typingChanged,
} from './message-slice';
import { presenceSaga, typingSaga } from './presence-saga';
import { sendSaga } from './send-saga';
import { threadSaga } from './thread-saga';
import { unsentSaga } from './unsent-saga';
import type { Message, SeenMark } from './message-state';

export const messageFeature: Feature = {
  name: 'message',
  reducer: messageReducer,
  *saga() {
    for (const saga of [listSaga, threadSaga]) yield fork(saga);
  },
  *browserSaga() {
    for (const saga of [sendSaga, fileSaga, typingSaga, presenceSaga, unsentSaga]) yield fork(saga);
  },
  socket: {
    message_created: (payload: Message) => messageReceived(payload),
    message_deleted: (payload: Message) => messageDeleted({ messageId: payload._id }),
    message_updated: (payload: Message) => messageUpdated(payload),
    message_seen: (payload: SeenMark) => messageSeen(payload),
    presence: (payload: { userId: string; isOnline: boolean }) => presenceChanged(payload),
    typing: (payload: { conversationId: string; isTyping: boolean }) => typingChanged(payload),
  },
  // By now, the socket receives messages, so none can be missed between this fetch and the events.
  catchUp: (state) => [...reloadLists(state), ...fillActive(state)],
  resync: (state) => {
    const reloads = reloadLists(state);
    return [...(reloads.length > 0 ? reloads : [conversationLists.requested({})]), ...fillActive(state)];
  },
};

function reloadLists({ message: { lists } }: StoreState) {
  return Object.values(lists).map(({ query }) => conversationLists.requested(query));
}

function fillActive({ message: { activeId } }: StoreState) {
  return activeId ? [gapDetected({ conversationId: activeId })] : [];
}

interface Address {
  query: Record<string, string | string[] | undefined>;
  state: StoreState;
}

/** Loads the list for the URL unless it is loaded or pending. */
export function loadInbox({ query, state }: Address) {
  const filter = readInboxFilter(query);
  const list = state.message?.lists[getListKey(filter)];
  return list && list.status !== 'failed' ? [] : [conversationLists.requested(filter)];
}
