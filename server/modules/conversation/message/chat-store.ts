import type { Actor } from '../../../access';
import type { EndpointPart } from '@contract/schemas';
import type { Tx } from '../../../db/transaction';
import { emptyMessage } from './delete-message';
import { formatTip, presentMessage, type MessageView } from './message-presenter';
import type { FullMessage } from './message-repository';
import type { Messaging } from './messaging';
import { storeMessage, type DraftMessage } from './store-message';

export type ChatStore = ReturnType<typeof createChatStore>;

/**
 * Stores messages of show chats, which have no members. The live domain decides who reads and writes them, and publishes them.
 */
export const createChatStore = (messaging: Messaging) => ({
  store: (tx: Tx, draft: DraftMessage) => storeMessage(messaging, tx, draft),
  find: (id: string) => messaging.messages.find(id),
  findMany: (ids: readonly string[]) => messaging.messages.findMany(ids),
  list: (conversationId: string, query: EndpointPart<'listMessages', 'query'>) =>
    messaging.messages.list(conversationId, query),
  empty: (tx: Tx, message: { id: string; conversationId: string }) => emptyMessage(messaging, tx, message),
  present: (message: FullMessage, viewer: Pick<Actor, 'id'> | null): MessageView =>
    presentMessage(message, viewer?.id ?? '', messaging.media.present),
  formatTip,
});
