import type { Feature } from '@/store/feature';
import { messageSaga } from './message-saga';
import {
  gapFound,
  listRequested,
  messageDeleted,
  messageReceived,
  messageSeen,
  messageSlice,
  messageUpdated,
  typingChanged,
  type Message,
  type SeenMark,
} from './message-slice';

/** Private conversations. */
export const messageFeature: Feature = {
  name: 'message',
  reducer: messageSlice.reducer,
  saga: messageSaga,
  socket: {
    message_created: (payload: Message) => messageReceived(payload),
    message_deleted: (payload: Message) => messageDeleted({ messageId: payload._id }),
    message_updated: (payload: Message) => messageUpdated(payload),
    message_seen: (payload: SeenMark) => messageSeen(payload),
    typing: (payload: { conversationId: string; isTyping: boolean }) => typingChanged(payload),
  },
  // The room is joined by now, so nothing can fall between what is fetched and what comes by the socket.
  resync: ({ message }) => [
    listRequested({}),
    ...(message.activeId ? [gapFound({ conversationId: message.activeId })] : []),
  ],
};
