import type { Cents } from '@contract/base/money';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import type { Tx } from '../../../db/transaction';
import { found } from '../../../errors';
import { createKeyedQueue } from '../../../lib/keyed-queue';
import { rooms } from '../../../realtime/publish';
import type { BlockService } from '../../identity/block/block-service';
import type { MediaService } from '../../site/media/media-service';
import type { ConversationRepository } from './conversation-repository';
import { presentMessage } from './message-presenter';
import type { FileRow, FullMessage, MessageRepository, MessageRow } from './message-repository';
import { previewOf } from './message-text';

/** A message before it has its place in a conversation. */
export interface Draft {
  conversationId: string;
  sender: Pick<Actor, 'id' | 'kind'>;
  recipientId: string;
  text: string;
  /** The sender's own id for it: a second draft with the same one is the first message again. */
  clientId?: string | undefined;
  /** Zero: not for sale. */
  price?: Cents;
  meta?: Record<string, unknown>;
  /** False for what the server writes in somebody's name. */
  isOwnWord: boolean;
  /** Called with the conversation locked, and only for a message that is new. */
  prepare(tx: Tx): Promise<{ type: MessageRow['type']; files: FileRow[] }>;
}

export interface DeliveryDeps {
  conversations: ConversationRepository;
  messages: MessageRepository;
  media: Pick<MediaService, 'present'>;
  block: Pick<BlockService, 'listClosedCountries'>;
}

export type Delivery = ReturnType<typeof createDelivery>;

/** Puts messages into private conversations and tells the people there. */
export function createDelivery(
  { clock, publisher }: Pick<ServerContext, 'clock' | 'publisher'>,
  { conversations, messages, media, block }: DeliveryDeps,
) {
  const inOrder = createKeyedQueue();
  const { publish } = publisher;

  /** Tells every tab of an account how many conversations have unread messages; the last count told is the newest. */
  function announceUnread(accountId: string): Promise<void> {
    return inOrder(accountId, async () => {
      const total = await conversations.countUnread({ id: accountId, country: null });
      publish('nofify_read_messages_in_conversation', rooms.account(accountId), { total });
    });
  }

  /** Tells people of a message, each as they may see it; nobody who is where its sender is not shown. */
  async function announce(
    event: 'message_created' | 'message_deleted' | 'message_updated',
    message: FullMessage,
    accountIds: readonly string[],
  ): Promise<void> {
    const { senderId, senderSource } = message.row;
    const closed = senderSource === 'performer' ? await block.listClosedCountries(senderId) : [];
    const publishOutside = publisher.publishOutside(closed);
    for (const id of accountIds) {
      const tell = id === senderId ? publish : publishOutside;
      tell(event, rooms.account(id), presentMessage(message, id, media.present));
    }
  }

  return {
    announce,
    announceUnread,

    /**
     * Stores a message as the newest of its conversation; both sides hear of it after the commit, the sender too, whose
     * other tabs show it by its `_id`. The conversation stays locked until then, which is what makes sequences rise in the
     * order of commits.
     *
     * @returns the message; the first one when its `clientId` was sent before.
     */
    async deliver(tx: Tx, draft: Draft): Promise<FullMessage> {
      const { conversationId, sender, recipientId, clientId, text, price = 0 as Cents, meta = {}, isOwnWord } = draft;
      const conversation = found(await conversations.lock(conversationId, tx));
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
      const lastMessage = previewOf(row, files.length);
      const newest = { lastMessage, lastSenderId: sender.id, lastMessageCreatedAt: now, lastSequence: sequence };
      await conversations.update(conversationId, { ...newest, updatedAt: now }, tx);
      await conversations.countMessage(conversationId, { senderId: sender.id, sequence, at: now, isOwnWord }, tx);
      const message: FullMessage = { row, files, boughtAt: null };
      tx.afterCommit(async () => {
        await announce('message_created', message, [recipientId, sender.id]);
        await announceUnread(recipientId);
      });
      return message;
    },
  };
}
