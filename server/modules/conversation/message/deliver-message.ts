import type { Tx } from '../../../db/transaction';
import { memberRepository } from './member-repository';
import { publishMessage, publishUnread } from './message-events';
import type { FullMessage } from './message-repository';
import type { Messaging } from './messaging';
import { storeMessage, type DraftMessage } from './store-message';

export interface NewMessage extends DraftMessage {
  recipientId: string;
  /** False for messages that the server writes on behalf of the sender. */
  isSentByUser: boolean;
}

/**
 * Stores a message and publishes it to both members. The sender's other tabs recognize its `_id`. @returns as `storeMessage`
 */
export async function deliverMessage(messaging: Messaging, tx: Tx, draft: NewMessage): Promise<FullMessage> {
  const { conversationId, sender, recipientId, isSentByUser } = draft;
  const { message, isNew } = await storeMessage(messaging, tx, draft);
  if (!isNew) return message;
  const { sequence, createdAt: at } = message.row;
  await memberRepository.countMessage(conversationId, { senderId: sender.id, sequence, at, isSentByUser }, tx);
  // The notification of a tip is pushed already.
  if (message.row.type !== 'tip') await messaging.push.tellOfMessage(tx, recipientId, message.row);
  if (isSentByUser && sender.kind === 'user') {
    // The recipient is a creator: fans do not write to each other. Without the text, which is for them alone.
    const { id, type } = message.row;
    const data = { id, conversationId, fanId: sender.id, kind: type };
    await messaging.events.emit(tx, 'webhookEvent', { performerId: recipientId, type: 'message.received', data });
  }
  tx.afterCommit(async () => {
    await publishMessage(messaging, 'message_created', message, [recipientId, sender.id]);
    await publishUnread(messaging, recipientId);
  });
  return message;
}
