import type { EndpointPart } from '@contract/schemas';
import type { Caller } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { ShowRow } from '../show/show-repository';
import type { ChatDeps } from './chat-deps';
import { getRoom } from './chat-events';
import { presentChat, presentChatTo, type ConversationView } from './chat-presenter';
import type { Chat } from './chat-repository';

/** @throws AppError FORBIDDEN unless it is the caller's own show; ENTITY_NOT_FOUND where they may not even see it */
export async function assertOwnShow({ entry }: Pick<ChatDeps, 'entry'>, caller: Caller, show: ShowRow): Promise<void> {
  if (show.performerId === caller.actor.id) return;
  const { refusal } = await entry.read(show, caller);
  throw new AppError(refusal === null ? 'FORBIDDEN' : 'ENTITY_NOT_FOUND');
}

/** The chat of the caller's own show. @throws AppError ENTITY_NOT_FOUND, FORBIDDEN */
export async function requireOwnChat(deps: ChatDeps, caller: Caller, conversationId: string): Promise<Chat> {
  const chat = requireFound(await deps.repository.findByConversation(conversationId));
  await assertOwnShow(deps, caller, chat.show);
  return chat;
}

/** @throws AppError ENTITY_NOT_FOUND, FORBIDDEN */
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
      publisher.publish('change-stream-info', getRoom(chat), { conversation: presentChat(chat) });
    });
    return renamed;
  });
  const found = await entry.read(show, caller);
  return presentChatTo({ show, conversation }, found, { isMuted: false, lastMessageAt: null });
}
