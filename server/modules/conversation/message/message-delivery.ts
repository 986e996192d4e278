import type { Cents } from '@contract/base/money';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { createKeyedQueue } from '../../../lib/keyed-queue';
import { rooms } from '../../../realtime/publish';
import type { BlockService } from '../../identity/block/block-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { MediaService } from '../../site/media/media-service';
import type { ConversationRepository } from './conversation-repository';
import { presentMessage, previewOf, tipText, typeOfFiles } from './message-presenter';
import type { FileRow, FullMessage, MessageRepository, MessageRow } from './message-repository';

/** A message before it has its place in a conversation. */
export interface NewMessage {
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
  media: Pick<MediaService, 'present' | 'find'>;
  people: Pick<PeopleService, 'find'>;
  block: Pick<BlockService, 'listClosedCountries'>;
}

export type Delivery = ReturnType<typeof createDelivery>;

/** Puts messages into private conversations, also what the server writes in somebody's name, and tells the people there. */
export function createDelivery(
  { clock, publisher }: Pick<ServerContext, 'clock' | 'publisher'>,
  { conversations, messages, media, people, block }: DeliveryDeps,
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

  /**
   * Stores a message as the newest of its conversation; both sides hear of it after the commit, the sender too, whose
   * other tabs show it by its `_id`. The conversation stays locked until then, which is what makes sequences rise in the
   * order of commits.
   *
   * @returns the message; the first one when its `clientId` was sent before.
   */
  async function deliver(tx: Tx, draft: NewMessage): Promise<FullMessage> {
    const { conversationId, sender, recipientId, clientId, text, price = 0 as Cents, meta = {}, isOwnWord } = draft;
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
  }

  /** The conversation of two accounts, made when there is none, listed for both. */
  const openFor = (tx: Tx, one: string, other: string): Promise<string> =>
    conversations.open([one, other], { openedBy: null, now: clock.now() }, tx);

  return {
    announce,
    announceUnread,
    deliver,

    /**
     * Shows a tip in the conversation of the two, made when there is none.
     *
     * @param tip.name what the sender is called; `amount` in cents; `note` what they wrote along, or empty.
     */
    async postTip(
      tx: Tx,
      tip: { senderId: string; performerId: string; name: string; amount: Cents; note?: string },
    ): Promise<void> {
      const { senderId, performerId, name, amount, note = '' } = tip;
      await deliver(tx, {
        conversationId: await openFor(tx, senderId, performerId),
        sender: { id: senderId, kind: 'user' },
        recipientId: performerId,
        text: tipText({ name, amount, note }),
        meta: { tipCents: amount, ...(note && { tipNote: note }) },
        isOwnWord: false,
        prepare: async () => ({ type: 'tip', files: [] }),
      });
    },

    /**
     * Opens the conversation of a creator and a new subscriber and puts the creator's welcome message there, if they have
     * one; a fan who comes back is not welcomed twice.
     */
    async welcomeSubscriber(tx: Tx, { performerId, userId }: { performerId: string; userId: string }): Promise<void> {
      const conversationId = await openFor(tx, performerId, userId);
      const { performer } = requireFound(await people.find(performerId, tx));
      const text = performer?.welcomeMessage.trim() ?? '';
      const fileIds = performer?.welcomeMessageFileIds ?? [];
      if (text === '' && fileIds.length === 0) return;
      await deliver(tx, {
        conversationId,
        sender: { id: performerId, kind: 'performer' },
        recipientId: userId,
        text,
        clientId: 'welcome',
        isOwnWord: false,
        async prepare() {
          const rows = new Map((await media.find(fileIds, tx)).map((file) => [file.id, file]));
          const files = fileIds.flatMap((id) => rows.get(id) ?? []);
          return { type: typeOfFiles(files) ?? 'text', files };
        },
      });
    },
  };
}
