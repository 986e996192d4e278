import type { EndpointReply } from '@contract/schemas';
import { assertAllowed, type Caller } from '../../../access';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { MessageView } from '../../conversation/message/message-service';
import type { ChatDeps } from './chat-deps';
import { getRoom, publishToRoom } from './chat-events';
import { requireOwnChat } from './own-chat';

/**
 * Empties a message, which stays in the list. Senders can delete their own messages; hosts and administrators can delete any.
 *
 * @returns null if the message does not belong to a show
 * @throws AppError ENTITY_NOT_FOUND, FORBIDDEN
 */
export async function deleteChatMessage(deps: ChatDeps, caller: Caller, id: string): Promise<MessageView | null> {
  const { db, chats, entry } = deps;
  const { actor } = caller;
  const row = await chats.find(id);
  const chat = row && (await entry.findByConversation(row.conversationId));
  if (!row || !chat) return null;
  const { relation, refusal } = await entry.read(chat.show, caller);
  // Senders can delete their own messages even if they can no longer enter the show. For others, the message does not exist.
  const isOwn = row.senderId === actor.id;
  if (refusal !== null && !isOwn) throw new AppError('ENTITY_NOT_FOUND');
  assertAllowed(isOwn || relation.isHost || relation.isModerator);
  const senderInfo = await deps.readSender(row.senderId);
  const message = await inTransaction(db, async (tx) => {
    const show = requireFound(await entry.lock(chat.show.id, tx));
    const { message, isNew } = await chats.empty(tx, row);
    if (show.pinnedMessageId === id) await unpin(deps, tx, show.id);
    if (isNew)
      tx.afterCommit(() =>
        publishToRoom(deps, 'message_deleted_conversation', chat.conversation, { message, senderInfo }),
      );
    return message;
  });
  return { ...chats.present(message, actor), senderInfo };
}

/** Hides all messages so far from everyone. @throws AppError ENTITY_NOT_FOUND unless the caller hosts the show */
export async function removeAllMessages(
  deps: ChatDeps,
  caller: Caller,
  conversationId: string,
): Promise<EndpointReply<'removeAllMessages'>> {
  const { db, repository, entry, publisher } = deps;
  const chat = await requireOwnChat(deps, caller, conversationId);
  await inTransaction(db, async (tx) => {
    const show = requireFound(await entry.lock(chat.show.id, tx));
    const { lastSequence, meta } = requireFound(await repository.lock(conversationId, tx));
    const cleared = { ...meta, clearedSequence: lastSequence };
    await repository.update(conversationId, { meta: cleared, lastMessage: '' }, tx);
    if (show.pinnedMessageId !== null) await unpin(deps, tx, show.id);
    tx.afterCommit(() => publisher.publish(`clear_all_messages_${conversationId}`, getRoom(chat.conversation)));
  });
  return { success: true };
}

async function unpin({ entry, events }: ChatDeps, tx: Tx, streamId: string): Promise<void> {
  await entry.update(streamId, { pinnedMessageId: null }, tx);
  await events.emit(tx, 'showChanged', { streamId });
}
