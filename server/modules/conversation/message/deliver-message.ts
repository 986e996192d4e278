import type { Tx } from '../../../db/transaction';
import { memberRepository } from './member-repository';
import { publishMessage, publishUnread } from './message-events';
import type { FullMessage } from './message-repository';
import type { Messaging } from './messaging';
import { storeMessage, type DraftMessage } from './store-message';

export interface NewMessage extends DraftMessage {
  recipientId: string;
  /** False for messages that the server writes in the sender's name. */
  isSentByUser: boolean;
}

/**
 * Stores a message and publishes it to both members after the commit: other tabs of the sender recognise it by its `_id`.
 *
 * @returns the message; the first one if its `clientId` was sent before
 */
export async function deliverMessage(messaging: Messaging, tx: Tx, draft: NewMessage): Promise<FullMessage> {
  const { conversationId, sender, recipientId, isSentByUser } = draft;
  const { message, isNew } = await storeMessage(messaging, tx, draft);
  if (!isNew) return message;
  const { sequence, createdAt: at } = message.row;
  await memberRepository.countMessage(conversationId, { senderId: sender.id, sequence, at, isSentByUser }, tx);
  tx.afterCommit(async () => {
    await publishMessage(messaging, 'message_created', message, [recipientId, sender.id]);
    await publishUnread(messaging, recipientId);
  });
  return message;
}
