import type { Feature } from '@/store/feature';
import { chatSaga } from './chat-saga';
import { chatCleared, chatReducer, lineArrived, lineDeleted, newestRequested } from './chat-slice';
import type { ChatMessage } from './chat-state';

/** The names of chat events end with the id of the show's conversation. Wire contract 4.3. */
const getConversationId = (eventName: string) => eventName.slice(eventName.lastIndexOf('_') + 1);

export const chatFeature: Feature = {
  name: 'liveChat',
  reducer: chatReducer,
  browserSaga: chatSaga,
  socket: {
    'message_created_conversation_*': (payload: ChatMessage, name) =>
      lineArrived({ ...payload, conversationId: getConversationId(name) }),
    'message_deleted_conversation_*': (payload: ChatMessage, name) =>
      lineDeleted({ messageId: payload._id, conversationId: getConversationId(name) }),
    'clear_all_messages_*': (_payload: unknown, name) => chatCleared({ conversationId: getConversationId(name) }),
  },
  catchUp: ({ liveChat }) => (liveChat.open ? [newestRequested()] : []),
  resync: ({ liveChat }) => (liveChat.open ? [newestRequested()] : []),
};
