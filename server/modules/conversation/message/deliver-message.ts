import type { Cents } from '@contract/base/money';
import type { Actor } from '../../../access';
import { newId } from '../../../db/columns';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { memberRepository } from './member-repository';
import { publishMessage, publishUnread } from './message-events';
import { toPreview } from './message-presenter';
import type { FileRow, FullMessage, MessageRow } from './message-repository';
import type { Messaging } from './messaging';

/** A message before it has its place in a conversation. */
export interface NewMessage {
  conversationId: string;
  sender: Pick<Actor, 'id' | 'kind'>;
  recipientId: string;
  text: string;
  /** The sender's own id for it: a second message with the same one is the first one again. */
  clientId?: string | undefined;
  /** Zero: not for sale. */
  price?: Cents;
  meta?: Record<string, unknown>;
  /** False for what the server writes in the sender's name. */
  isSentByUser: boolean;
  /** Called with the conversation locked, and only for a message that is new. */
  prepare(tx: Tx): Promise<{ type: MessageRow['type']; files: FileRow[] }>;
}

/**
 * Stores a message as the newest of its conversation and publishes it to both members after the commit: other tabs of the
 * sender recognise it by its `_id`. The conversation stays locked until then, so that sequences rise in the order of
 * commits.
 *
 * @returns the message; the first one when its `clientId` was sent before.
 */
export async function deliverMessage(messaging: Messaging, tx: Tx, draft: NewMessage): Promise<FullMessage> {
  const { clock, conversations, messages } = messaging;
  const { conversationId, sender, recipientId, clientId, text, price = 0 as Cents, meta = {}, isSentByUser } = draft;
  const conversation = requireFound(await conversations.lock(conversationId, tx));
  if (clientId !== undefined) {
    const first = await messages.findByClientId(conversationId, sender.id, clientId, tx);
    const [full] = first ? await messages.complete([first], tx) : [];
    if (full) return full;
  }
  const { type, files } = await draft.prepare(tx);
  const now = clock.now();
  const sequence = conversation.lastSequence + 1;
  const row = await messages.insert(
    {
      id: newId(now.getTime()),
      conversationId,
      senderId: sender.id,
      senderSource: sender.kind,
      type,
      text,
      clientId,
      sequence,
      isSale: price > 0,
      price,
      meta,
      createdAt: now,
      updatedAt: now,
    },
    files.map((file) => file.id),
    tx,
  );
  const lastMessage = toPreview(row, files.length);
  const newest = { lastMessage, lastSenderId: sender.id, lastMessageCreatedAt: now, lastSequence: sequence };
  await conversations.update(conversationId, { ...newest, updatedAt: now }, tx);
  await memberRepository.countMessage(conversationId, { senderId: sender.id, sequence, at: now, isSentByUser }, tx);
  const message: FullMessage = { row, files, boughtAt: null };
  tx.afterCommit(async () => {
    await publishMessage(messaging, 'message_created', message, [recipientId, sender.id]);
    await publishUnread(messaging, recipientId);
  });
  return message;
}
