import type { EndpointPart } from '@contract/schemas';
import type { Caller } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { requireOwn, type Chat } from '../show/entry-service';
import type { ChatDeps } from './chat-deps';
import { getRoom } from './chat-events';
import { presentChat, presentChatTo, type ConversationView } from './chat-presenter';

/** @throws AppError ENTITY_NOT_FOUND unless the show is the caller's own */
export async function requireOwnChat({ entry }: ChatDeps, caller: Caller, conversationId: string): Promise<Chat> {
  const chat = requireFound(await entry.findByConversation(conversationId));
  requireOwn(chat.show, caller);
  return chat;
}

/** Renames the chat and publishes the name to the room. @throws AppError ENTITY_NOT_FOUND unless the caller hosts the show */
export async function renameChat(
  deps: ChatDeps,
  caller: Caller,
  conversationId: string,
  { name }: EndpointPart<'renameConversation', 'body'>,
): Promise<ConversationView> {
  const { db, repository, publisher, entry } = deps;
  const { show } = await requireOwnChat(deps, caller, conversationId);
  const conversation = await inTransaction(db, async (tx) => {
    const renamed = await repository.update(conversationId, { name }, tx);
    tx.afterCommit(() => {
      const chat = { show, conversation: renamed };
      publisher.publish('change-stream-info', getRoom(renamed), { conversation: presentChat(chat) });
    });
    return renamed;
  });
  const found = await entry.read(show, caller);
  return presentChatTo({ show, conversation }, found);
}
