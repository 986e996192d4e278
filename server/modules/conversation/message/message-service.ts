import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor, Caller } from '../../../access';
import type { Tx } from '../../../db/transaction';
import type { UploadedFile } from '../../../http/multipart-upload';
import { createChatStore } from './chat-store';
import { deleteMessage } from './delete-message';
import { eraseMessages, eraseTraces } from './erase-messages';
import { getReadableMembership, getSendError } from './message-policy';
import { messageFileRepository } from './message-file-repository';
import { presentMessage, type MessageView } from './message-presenter';
import type { FullMessage } from './message-repository';
import { lockMessageForSale } from './message-sale';
import { searchMessages } from './message-search';
import type { Messaging } from './messaging';
import { sendMessage } from './send-message';
import { postTip, welcomeSubscriber, type TipMessage } from './server-messages';
import { uploadAndSendMessageFile, uploadMessageFile } from './upload-message-file';

export type { ChatStore } from './chat-store';
export type { MessageView } from './message-presenter';
export type { FullMessage } from './message-repository';
export type MessageService = ReturnType<typeof createMessageService>;

type UploadBody = EndpointPart<'uploadMessageFile', 'body'>;

/** Responds 404 to accounts that are not members. Wire contract 2.17. */
export function createMessageService(messaging: Messaging) {
  const { conversations, messages, media, clock } = messaging;
  const present = (message: FullMessage, actor: Actor): MessageView => presentMessage(message, actor.id, media.present);
  return {
    send: (caller: Caller, conversationId: string, input: EndpointPart<'sendMessage', 'body'>) =>
      sendMessage(messaging, caller, conversationId, input),
    delete: (caller: Caller, id: string) => deleteMessage(messaging, caller, id),
    upload: (actor: Actor, file: UploadedFile | undefined) => uploadMessageFile(messaging, actor, file),
    uploadAndSend: (caller: Caller, file: UploadedFile | undefined, body: UploadBody) =>
      uploadAndSendMessageFile(messaging, caller, file, body),
    search: (caller: Caller, query: EndpointPart<'searchMessages', 'query'>) =>
      searchMessages(messaging, caller, query),
    postTip: (tx: Tx, tip: TipMessage) => postTip(messaging, tx, tip),
    welcomeSubscriber: (tx: Tx, pair: { performerId: string; userId: string }) =>
      welcomeSubscriber(messaging, tx, pair),
    lockForSale: (id: string, buyerId: string, tx: Tx) => lockMessageForSale(messaging, id, buyerId, tx),
    chats: createChatStore(messaging),
    eraseMessages,
    eraseTraces,
    lockByFile: messageFileRepository.lockMessages,

    /** Sequences have no gaps, so the total follows from the last one. */
    async list(
      caller: Caller,
      conversationId: string,
      query: EndpointPart<'listMessages', 'query'>,
    ): Promise<EndpointReply<'listMessages'>> {
      const { conversation, isBlocked } = await getReadableMembership(messaging, caller, conversationId);
      if (isBlocked) {
        const buyerId = caller.actor.id;
        const [bought, total] = await Promise.all([
          messages.list(conversationId, query, { buyerId }),
          messages.countBought(conversationId, buyerId),
        ]);
        return { data: bought.map((row) => present(row, caller.actor)), total };
      }
      const rows = await messages.list(conversationId, query);
      const newest = Math.min(conversation.lastSequence, (query.beforeSequence ?? Infinity) - 1);
      const total = Math.max(0, newest - (query.afterSequence ?? 0));
      return { data: rows.map((row) => present(row, caller.actor)), total };
    },

    /** For callers that have already checked that the viewer is a member, such as purchases. Omits unknown and deleted ones. */
    async getViews(ids: readonly string[], viewer: Actor): Promise<Map<string, MessageView>> {
      const rows = await messages.findMany(ids);
      return new Map(rows.map((message) => [message.row.id, present(message, viewer)]));
    },

    async findTypingListener(actor: Actor, conversationId: string): Promise<string | null> {
      const membership = await conversations.find({ id: actor.id, country: null }, conversationId, clock.now());
      return membership && !getSendError(actor, membership) ? membership.otherId : null;
    },
  };
}
