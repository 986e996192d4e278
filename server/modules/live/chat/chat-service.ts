import type { EndpointPart } from '@contract/schemas';
import type { Caller, Viewer } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { announceMove } from './announce-move';
import type { ChatDeps, ChatNeeds } from './chat-deps';
import { createSenderCache } from './chat-events';
import { presentChat } from './chat-presenter';
import { createChatRepository } from './chat-repository';
import { renameChat } from './own-chat';
import { checkPinnable, getChat, getChatOfPerformer, listChatMessages, readPinnedMessages } from './read-chat';
import { deleteChatMessage, removeAllMessages } from './remove-messages';
import { liftRestriction, listRestrictions, restrictViewer } from './restrict-viewer';
import { sendChatMessage } from './send-chat-message';
import { findShowForTip, postShowTip } from './show-tip';

export type { TippedChat } from './show-tip';
export type ChatService = ReturnType<typeof createChatService>;

/**
 * Viewers who can enter a show can read its chat, and write while it is live, under the host's rules. Wire contract 2.17, ADR
 * 63.
 */
export function createChatService(
  context: Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'events'>,
  needs: ChatNeeds,
) {
  const repository = createChatRepository(context.db);
  const readSender = createSenderCache({ ...context, ...needs });
  const deps: ChatDeps = { ...context, ...needs, repository, readSender };
  return {
    readPinned: (messageIds: readonly string[]) => readPinnedMessages(deps, messageIds),
    checkPinnable: (tx: Tx, streamId: string, messageId: string) => checkPinnable(deps, tx, { streamId, messageId }),
    announceMove: (move: Parameters<typeof announceMove>[1]) => announceMove(deps, move),
    present: presentChat,

    get: (viewer: Viewer, streamId: string) => getChat(deps, viewer, streamId),
    getOfPerformer: (viewer: Viewer, performerId: string) => getChatOfPerformer(deps, viewer, performerId),
    list: (viewer: Viewer, conversationId: string, query: EndpointPart<'listPublicStreamMessages', 'query'>) =>
      listChatMessages(deps, viewer, conversationId, query),
    send: (caller: Caller, conversationId: string, input: EndpointPart<'sendStreamMessage', 'body'>) =>
      sendChatMessage(deps, caller, conversationId, input),
    deleteMessage: (caller: Caller, id: string) => deleteChatMessage(deps, caller, id),
    removeAll: (caller: Caller, conversationId: string) => removeAllMessages(deps, caller, conversationId),
    rename: (caller: Caller, conversationId: string, input: EndpointPart<'renameConversation', 'body'>) =>
      renameChat(deps, caller, conversationId, input),
    listRestrictions: (caller: Caller, streamId: string) => listRestrictions(deps, caller, streamId),
    restrict: (caller: Caller, streamId: string, input: EndpointPart<'restrictViewer', 'body'>) =>
      restrictViewer(deps, caller, streamId, input),
    lift: (caller: Caller, params: EndpointPart<'liftRestriction', 'params'>) => liftRestriction(deps, caller, params),

    findShowForTip: (tx: Tx, caller: Caller, place: Parameters<typeof findShowForTip>[3]) =>
      findShowForTip(deps, tx, caller, place),
    postTip: (tx: Tx, chat: Parameters<typeof postShowTip>[2], tip: Parameters<typeof postShowTip>[3]) =>
      postShowTip(deps, tx, chat, tip),
  };
}
