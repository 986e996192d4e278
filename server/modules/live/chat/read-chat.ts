import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Viewer } from '../../../access';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { MessageView } from '../../conversation/message/message-presenter';
import type { ShowRow } from '../show/show-repository';
import type { ChatDeps } from './chat-deps';
import { readSender } from './chat-events';
import { getClearedSequence, presentChatTo, type ConversationView } from './chat-presenter';
import type { Chat } from './chat-repository';

/** @throws AppError ENTITY_NOT_FOUND, or why the viewer may not enter the show */
export async function getChat(deps: ChatDeps, viewer: Viewer, streamId: string): Promise<ConversationView> {
  return presentTo(deps, viewer, requireFound(await deps.repository.findByShow(streamId)));
}

/** The chat of a creator's newest show, unless that is only being prepared. @throws AppError as `getChat` */
export async function getChatOfPerformer(
  deps: ChatDeps,
  viewer: Viewer,
  performerId: string,
): Promise<ConversationView> {
  const show = requireFound(await deps.entry.findLatest(performerId));
  const { relation } = await deps.entry.read(show, viewer);
  if (show.state === 'prepared' && !relation.isHost && !relation.isAdmin) throw new AppError('ENTITY_NOT_FOUND');
  return getChat(deps, viewer, show.id);
}

async function presentTo(
  { repository, entry, clock }: ChatDeps,
  viewer: Viewer,
  chat: Chat,
): Promise<ConversationView> {
  const found = await entry.read(chat.show, viewer);
  if (found.refusal) throw new AppError(found.refusal);
  const writer = viewer.actor ? await repository.readWriter(chat, viewer.actor.id, { now: clock.now() }) : undefined;
  return presentChatTo(chat, found, writer);
}

/**
 * Newest first by default, since the host emptied the chat. Sequences have no gaps, so that the total needs no counting.
 *
 * @throws AppError ENTITY_NOT_FOUND, or why the viewer may not enter the show
 */
export async function listChatMessages(
  { repository, entry, chats, people }: ChatDeps,
  viewer: Viewer,
  conversationId: string,
  query: EndpointPart<'listPublicStreamMessages', 'query'>,
): Promise<EndpointReply<'listPublicStreamMessages'>> {
  const { show, conversation } = requireFound(await repository.findByConversation(conversationId));
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

/** The message that a host pinned; null without one. */
export async function getPinnedMessage(
  deps: ChatDeps,
  { pinnedMessageId }: Pick<ShowRow, 'pinnedMessageId'>,
): Promise<MessageView | null> {
  const row = pinnedMessageId === null ? null : await deps.chats.find(pinnedMessageId);
  if (!row || row.isDeleted) return null;
  const senderInfo = await readSender(deps, row.senderId);
  return { ...deps.chats.present({ row, files: [], boughtAt: null }, null), senderInfo };
}

/**
 * Call it with the show locked, as whoever deletes a message does.
 *
 * @throws AppError ENTITY_NOT_FOUND for a message that the show's chat does not show
 */
export async function checkPinnable(
  { repository }: ChatDeps,
  tx: Tx,
  { streamId, messageId }: { streamId: string; messageId: string },
): Promise<void> {
  const row = requireFound(await repository.findMessage(messageId, tx));
  const chat = requireFound(await repository.findByConversation(row.conversationId, tx));
  const isShown = !row.isDeleted && row.sequence > getClearedSequence(chat.conversation);
  if (chat.show.id !== streamId || !isShown) throw new AppError('ENTITY_NOT_FOUND');
}
