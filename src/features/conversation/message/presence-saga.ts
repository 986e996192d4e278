import { takeEvery } from 'redux-saga/effects';
import { socketStatusChanged } from '@/features/site/ui/ui-slice';
import { fromContext, selectState } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';
import * as message from './message-slice';

/** Who the open conversation is with. */
const selectWatched = ({ message: { activeId, conversations } }: StoreState) =>
  (activeId && conversations[activeId]?.recipientInfo?._id) || null;

const isConnected = (action: { type: string }) => socketStatusChanged.match(action) && action.payload === 'connected';

/** Hears of the other party's coming and going while their conversation is open. */
export function* presenceSaga() {
  let watched: string | null = null;
  function* follow({ type }: { type: string }) {
    // A new connection watches nobody yet.
    const before = socketStatusChanged.type === type ? null : watched;
    watched = yield* selectState(selectWatched);
    if (watched === before) return;
    const socket = yield* fromContext('socket');
    if (before) socket.current?.emit('presence/unwatch', { userId: before });
    if (watched) socket.current?.emit('presence/watch', { userId: watched });
  }
  const changes = [message.conversationOpened, message.conversationClosed, message.conversationLoaded];
  yield takeEvery([...changes, message.conversationLists.loaded], follow);
  yield takeEvery(isConnected, follow);
}
