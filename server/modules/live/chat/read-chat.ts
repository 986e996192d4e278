import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Viewer } from '../../../access';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { MessageView } from '../../conversation/message/message-service';
import type { ChatDeps } from './chat-deps';
import { getClearedSequence, presentChatTo, type ConversationView } from './chat-presenter';
import type { Chat } from '../show/entry-service';

/** @throws AppError ENTITY_NOT_FOUND, or the reason why the viewer cannot enter the show */
export async function getChat(deps: ChatDeps, viewer: Viewer, streamId: string): Promise<ConversationView> {
  return presentTo(deps, viewer, requireFound(await deps.entry.findByShow(streamId)));
}

/** The chat of the creator's newest show that was started. @throws AppError as `getChat` */
export async function getChatOfPerformer(
  deps: ChatDeps,
  viewer: Viewer,
  performerId: string,
): Promise<ConversationView> {
  const show = requireFound(await deps.entry.findLatest(performerId));
  return getChat(deps, viewer, show.id);
}

async function presentTo({ entry }: ChatDeps, viewer: Viewer, chat: Chat): Promise<ConversationView> {
  const found = await entry.read(chat.show, viewer);
  if (found.refusal) throw new AppError(found.refusal);
  return presentChatTo(chat, found);
}

/**
 * Newest first by default, since the host last cleared the chat. Sequences have no gaps, so the total is computed from them.
 *
 * @throws AppError ENTITY_NOT_FOUND, or the reason why the viewer cannot enter the show
 */
export async function listChatMessages(
  { entry, chats, people }: ChatDeps,
  viewer: Viewer,
  conversationId: string,
  query: EndpointPart<'listPublicStreamMessages', 'query'>,
): Promise<EndpointReply<'listPublicStreamMessages'>> {
  const { show, conversation } = requireFound(await entry.findByConversation(conversationId));
  await entry.assertCanEnter(show, viewer);
  const after = Math.max(query.afterSequence ?? 0, getClearedSequence(conversation));
  const messages = await chats.list(conversationId, { ...query, afterSequence: after });
  const senders = await people.publicViews([...new Set(messages.map(({ row }) => row.senderId))]);
  const newest = Math.min(conversation.lastSequence, (query.beforeSequence ?? Infinity) - 1);
  return {
    data: messages.map((message) => ({
      ...chats.present(message, viewer.actor),
      senderInfo: senders.get(message.row.senderId) ?? null,
    })),
    total: Math.max(0, newest - after),
  };
}

/** Pinned messages by id, without fields that depend on the viewer. Leaves out deleted ones. */
export async function readPinnedMessages(
  { chats, people }: ChatDeps,
  messageIds: readonly string[],
): Promise<Map<string, MessageView>> {
  const messages = await chats.findMany(messageIds);
  const senders = await people.publicViews(messages.map(({ row }) => row.senderId));
  return new Map(
    messages.map((message) => [
      message.row.id,
      { ...chats.present(message, null), senderInfo: senders.get(message.row.senderId) ?? null },
    ]),
  );
}

/**
 * Checks that a message can be pinned. The caller must have locked the show, as does deleting a message.
 *
 * @throws AppError ENTITY_NOT_FOUND unless the message is visible in the show's chat
 */
export async function checkPinnable(
  { repository, entry }: ChatDeps,
  tx: Tx,
  { streamId, messageId }: { streamId: string; messageId: string },
): Promise<void> {
  const row = requireFound(await repository.findMessage(messageId, tx));
  const chat = requireFound(await entry.findByConversation(row.conversationId, tx));
  const isShown = !row.isDeleted && row.sequence > getClearedSequence(chat.conversation);
  if (chat.show.id !== streamId || !isShown) throw new AppError('ENTITY_NOT_FOUND');
}
