import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { BlockService } from '../../identity/block/block-service';
import type { FileView, MediaService } from '../../site/media/media-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { createConversationRepository } from './conversation-repository';
import { askerOf, assertCanWrite, createConversationService, type Caller } from './conversation-service';
import { createDelivery } from './message-delivery';
import { canDelete, getSendError } from './message-policy';
import { presentMessage, type MessageView, typeOfFiles } from './message-presenter';
import { createMessageRepository, type FileRow, type FullMessage, DELETED_TEXT } from './message-repository';
import { createMessageSales } from './message-sales';
import { createMessageSearch } from './message-search';

export interface MessageDeps {
  people: Pick<PeopleService, 'views' | 'find'>;
  media: Pick<MediaService, 'present' | 'store' | 'find' | 'begin'>;
  settings: Pick<SettingsService, 'read'>;
  block: Pick<BlockService, 'listClosedCountries'>;
}

type SendBody = EndpointPart<'sendMessage', 'body'>;
export type MessageService = ReturnType<typeof createMessageService>;

/** Private messages. Whoever is not in a conversation, or kept out of it, hears that nothing is there. Wire contract 2.17. */
export function createMessageService(
  context: Pick<ServerContext, 'db' | 'clock' | 'publisher'>,
  { people, media, settings, block }: MessageDeps,
) {
  const { db, clock } = context;
  const conversations = createConversationRepository(db);
  const messages = createMessageRepository(db);
  const delivery = createDelivery(context, { conversations, messages, media, people, block });
  const conversationService = createConversationService(context, { conversations, messages, delivery, people });
  const { getMembership, getReadable, ...publicConversations } = conversationService;
  const { readPrice, ...sales } = createMessageSales(context, { conversations, messages, delivery, settings });
  const search = createMessageSearch(db, { messages, people, media });
  const present = (message: FullMessage, actor: Actor): MessageView => presentMessage(message, actor.id, media.present);

  /**
   * Keeps an upload for a message of the actor's; private until it is sent, and converted only then. `message-audio` is ours, wire contract 1.7.
   *
   * @throws AppError NO_FILE, WRONG_MEDIA_KIND, INVALID_IMAGE, INVALID_OR_MISSING_FILE
   */
  async function keepFile(actor: Actor, file: UploadedFile | undefined): Promise<FileRow> {
    if (!file) throw new AppError('NO_FILE');
    const type = typeOfFiles([file]);
    if (type === null) throw new AppError('WRONG_MEDIA_KIND');
    return media.store(file, { ownerId: actor.id, type: `message-${type}`, isDeferred: true });
  }

  /**
   * The files of a new message, in the order they were named, and the type they make it.
   *
   * @param body.type what the sender calls it; `text` leaves it to the files.
   * @throws AppError INVALID_OR_MISSING_FILE for files that are not the actor's own, are in a message already, or are
   * not what the sender says.
   */
  async function takeFiles(tx: Tx, actor: Actor, { fileIds = [], type: wanted = 'text' }: SendBody) {
    const ids = [...new Set(fileIds)];
    const claimed = ids.length > 0 ? await messages.claimFiles(ids, actor.id, tx) : [];
    const byId = new Map(claimed.map((file) => [file.id, file]));
    const files = ids.flatMap((id) => byId.get(id) ?? []);
    const type = wanted === 'text' ? typeOfFiles(files) : wanted;
    const fits = type === 'text' || files.some((file) => typeOfFiles([file]) === type);
    if (type === null || !fits || files.length < ids.length) throw new AppError('INVALID_OR_MISSING_FILE');
    await media.begin(files, tx);
    return { type, files };
  }

  async function send(caller: Caller, conversationId: string, input: SendBody): Promise<MessageView> {
    const { actor } = caller;
    const membership = await getMembership(caller, conversationId);
    assertCanWrite(actor, membership);
    const price = await readPrice(actor, input);
    const message = await inTransaction(db, (tx) =>
      delivery.deliver(tx, {
        conversationId,
        sender: actor,
        recipientId: membership.otherId,
        text: (input.text ?? '').trim(),
        clientId: input.clientId,
        price,
        isOwnWord: true,
        async prepare() {
          // They may have been blocked since, or their subscription ended: this one waited for others.
          assertCanWrite(
            actor,
            requireFound(await conversations.find(askerOf(caller), conversationId, clock.now(), tx)),
          );
          return takeFiles(tx, actor, input);
        },
      }),
    );
    return present(message, actor);
  }

  return {
    ...publicConversations,
    ...sales,
    ...search,
    postTip: delivery.postTip,
    welcomeSubscriber: delivery.welcomeSubscriber,
    eraseMessages: messages.erase,
    eraseTraces: messages.eraseTraces,

    /** Messages that a file was sent with, locked before it: they are not sold while it is given up. */
    lockOfFile: messages.lockOfFile,

    /** Newest first, or as `sort` says. Sequences have no gaps, so the total needs no counting. */
    async listMessages(
      caller: Caller,
      conversationId: string,
      query: EndpointPart<'listMessages', 'query'>,
    ): Promise<EndpointReply<'listMessages'>> {
      const { conversation, isBlocked } = await getReadable(caller, conversationId);
      if (isBlocked) {
        const buyerId = caller.actor.id;
        const [bought, count] = await Promise.all([
          messages.list(conversationId, query, { buyerId }),
          messages.countBought(conversationId, buyerId),
        ]);
        return { data: bought.map((row) => present(row, caller.actor)), total: count };
      }
      const rows = await messages.list(conversationId, query);
      const newest = Math.min(conversation.lastSequence, (query.beforeSequence ?? Infinity) - 1);
      const total = Math.max(0, newest - (query.afterSequence ?? 0));
      return { data: rows.map((row) => present(row, caller.actor)), total };
    },

    /**
     * Messages by id as one of their two parties sees them, for other areas (purchases); unknown and deleted ones are absent.
     * The caller answers for the viewer being a party.
     */
    async viewsOf(ids: readonly string[], viewer: Actor): Promise<Map<string, MessageView>> {
      const rows = await messages.findMany(ids);
      return new Map(rows.map((message) => [message.row.id, present(message, viewer)]));
    },

    /**
     * Writes into a conversation; the same `clientId` again answers the first message and tells nobody anew.
     *
     * @throws AppError NOT_SUBSCRIBED, FORBIDDEN for who may not write there, PRICE_OUT_OF_BOUNDS, and
     * INVALID_OR_MISSING_FILE for files that are not the sender's own or are in a message already.
     */
    send,

    /**
     * Takes a message back: it stays in the list, empty. What somebody paid for cannot be taken back.
     *
     * @throws AppError ENTITY_NOT_FOUND, FORBIDDEN
     */
    async remove(caller: Caller, id: string): Promise<MessageView> {
      const { actor } = caller;
      const { conversationId, senderId } = requireFound(await messages.find(id));
      const membership = await conversations.find(askerOf(caller), conversationId, clock.now());
      if (!membership && !actor.isAdmin) throw new AppError('ENTITY_NOT_FOUND');
      assertAllowed(canDelete(actor, { senderId }));
      const deleted = await inTransaction(db, async (tx): Promise<FullMessage> => {
        const conversation = requireFound(await conversations.lock(conversationId, tx));
        const row = requireFound(await messages.lock(id, tx));
        if (row.isDeleted) return { row, files: [], boughtAt: null };
        if (await messages.hasBuyer(id, tx)) {
          throw new AppError('FORBIDDEN', { message: 'This was paid for and can no longer be taken back.' });
        }
        const message = { row: await messages.markDeleted(id, clock.now(), tx), files: [], boughtAt: null };
        if (row.sequence === conversation.lastSequence) {
          await conversations.update(conversationId, { lastMessage: DELETED_TEXT }, tx);
        }
        const unreadLess = await conversations.uncountMessage(conversationId, row, tx);
        const members = await conversations.listMembers(conversationId, tx);
        tx.afterCommit(async () => {
          const ids = members.map((member) => member.id);
          await delivery.announce('message_deleted', message, ids);
          await Promise.all(unreadLess.map(delivery.announceUnread));
        });
        return message;
      });
      return present(deleted, actor);
    },

    /** Keeps a file for a message of the caller's. */
    async upload(actor: Actor, file: UploadedFile | undefined): Promise<FileView> {
      return media.present(await keepFile(actor, file), { viewer: actor, open: true });
    },

    /** As `upload`; with a recipient it is sent to them at once, as older clients do. Wire contract 2.17. */
    async uploadAndSend(
      caller: Caller,
      file: UploadedFile | undefined,
      { recipientId, recipientType = 'user' }: EndpointPart<'uploadMessageFile', 'body'>,
    ): Promise<FileView | MessageView> {
      const { actor } = caller;
      if (recipientId === undefined) return media.present(await keepFile(actor, file), { viewer: actor, open: true });
      const { _id } = await conversationService.open(caller, { source: recipientType, sourceId: recipientId });
      // Asked before anything is stored; `send` asks again.
      assertCanWrite(actor, await getMembership(caller, _id));
      const { id } = await keepFile(actor, file);
      return send(caller, _id, { fileIds: [id] });
    },

    /** The other party, if the actor may write to them: whom to tell that the actor is typing. */
    async findListener(actor: Actor, conversationId: string): Promise<string | null> {
      const membership = await conversations.find({ id: actor.id, country: null }, conversationId, clock.now());
      return membership && !getSendError(actor, membership) ? membership.otherId : null;
    },
  };
}
