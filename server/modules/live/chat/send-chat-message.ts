import type { EndpointPart } from '@contract/schemas';
import type { Caller } from '../../../access';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { MessageView } from '../../conversation/message/message-service';
import type { ShowEntry } from '../show/entry-service';
import type { ChatDeps } from './chat-deps';
import { publishToRoom } from './chat-events';
import { assertFollowsRules } from './chat-policy';

type SendBody = EndpointPart<'sendStreamMessage', 'body'>;

/**
 * A repeat with the same `clientId` returns the first message and publishes nothing.
 *
 * @throws AppError ENTITY_NOT_FOUND and other reasons why the caller cannot enter the show, STREAM_OFFLINE,
 * INVALID_OR_MISSING_FILE for anything but text, DOCUMENTS_NOT_APPROVED, CHAT_MUTED, CHAT_LIMITED, CHAT_EMOTES_ONLY,
 * CHAT_TOO_FAST
 */
export async function sendChatMessage(
  deps: ChatDeps,
  caller: Caller,
  conversationId: string,
  { text: words = '', type = 'text', fileIds = [], clientId }: SendBody,
): Promise<MessageView> {
  const { db, chats, entry, people } = deps;
  const { actor } = caller;
  if (type !== 'text' || fileIds.length > 0) throw new AppError('INVALID_OR_MISSING_FILE');
  await people.assertCanAppear(actor);
  const senderInfo = await deps.readSender(actor.id);
  // Before the lock, for which every other writer of the chat waits.
  const found = await entry.findInChat(conversationId, caller);
  const text = words.trim();
  const message = await inTransaction(db, async (tx) => {
    const { conversation, message, isNew } = await chats.store(tx, {
      conversationId,
      sender: actor,
      text,
      clientId,
      // The conversation is locked here, so that slow mode rejects the second of two concurrent messages.
      async prepare() {
        await assertCanWrite(deps, tx, requireFound(found), { conversationId, senderId: actor.id, text });
        return { type: 'text', files: [] };
      },
    });
    if (conversation.type === 'private') throw new AppError('ENTITY_NOT_FOUND');
    if (isNew)
      tx.afterCommit(() => publishToRoom(deps, 'message_created_conversation', conversation, { message, senderInfo }));
    return message;
  });
  return { ...chats.present(message, actor), senderInfo };
}

async function assertCanWrite(
  { repository, clock }: ChatDeps,
  tx: Tx,
  { show, relation, refusal }: ShowEntry,
  { conversationId, senderId, text }: { conversationId: string; senderId: string; text: string },
): Promise<void> {
  if (refusal) throw new AppError(refusal);
  if (show.state !== 'live') throw new AppError('STREAM_OFFLINE');
  const isSlow = show.slowSeconds > 0;
  const lastMessageAt = isSlow ? await repository.findLastMessageAt(conversationId, senderId, tx) : null;
  assertFollowsRules(show, relation, { lastMessageAt, text, now: clock.now() });
}
