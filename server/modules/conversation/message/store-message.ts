import type { Cents } from '@contract/base/money';
import type { Actor } from '../../../access';
import { newId } from '../../../db/columns';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { toPreview } from './message-presenter';
import type { FileRow, FullMessage, MessageRow } from './message-repository';
import type { ConversationRow } from './conversation-repository';
import type { Messaging } from './messaging';

export interface DraftMessage {
  conversationId: string;
  sender: Pick<Actor, 'id' | 'kind'>;
  text: string;
  /** The sender's idempotency key. */
  clientId?: string | undefined;
  /** Zero if it is not for sale. */
  price?: Cents;
  meta?: Record<string, unknown>;
  /** Called while the conversation is locked, and only for a new message. */
  prepare(tx: Tx): Promise<{ type: MessageRow['type']; files: FileRow[] }>;
}

/** `isNew` is false if the `clientId` has been sent before. */
export interface StoredMessage {
  conversation: ConversationRow;
  message: FullMessage;
  isNew: boolean;
}

type StoreDeps = Pick<Messaging, 'clock' | 'conversations' | 'messages'>;

/** Stores a message. The conversation stays locked until the transaction ends, so that sequences ascend in commit order. */
export async function storeMessage(
  { clock, conversations, messages }: StoreDeps,
  tx: Tx,
  draft: DraftMessage,
): Promise<StoredMessage> {
  const { conversationId, sender, clientId, text, price = 0 as Cents, meta = {} } = draft;
  const conversation = requireFound(await conversations.lock(conversationId, tx));
  const first = await messages.findRepeated({ conversationId, senderId: sender.id, clientId }, tx);
  if (first) return { conversation, message: first, isNew: false };
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
  return { conversation, message: { row, files, boughtAt: null }, isNew: true };
}
