import { assertAllowed, type Caller, may } from '../../../access';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { memberRepository } from './member-repository';
import { toViewer, canDelete } from './message-policy';
import { publishMessage, publishUnread } from './message-events';
import { presentMessage, type MessageView } from './message-presenter';
import { DELETED_TEXT, type FullMessage } from './message-repository';
import type { Messaging } from './messaging';

/** Empties a message but keeps it in the list. @throws AppError ENTITY_NOT_FOUND; FORBIDDEN also for a bought message */
export async function deleteMessage(messaging: Messaging, caller: Caller, id: string): Promise<MessageView> {
  const { actor } = caller;
  const { db, clock, conversations, messages, media } = messaging;
  const { conversationId, senderId } = requireFound(await messages.find(id));
  const membership = await conversations.find(toViewer(caller), conversationId, clock.now());
  if (!membership && !may(actor, 'moderateContent')) throw new AppError('ENTITY_NOT_FOUND');
  assertAllowed(canDelete(actor, { senderId }));
  const deleted = await inTransaction(db, async (tx): Promise<FullMessage> => {
    const { message, isNew } = await emptyMessage(messaging, tx, { id, conversationId });
    if (isNew) await publishDeleted(messaging, tx, message);
    return message;
  });
  return presentMessage(deleted, actor.id, media.present);
}

/** @returns `isNew` is false if it had already been deleted @throws AppError FORBIDDEN for a bought message */
export async function emptyMessage(
  { clock, conversations, messages }: Pick<Messaging, 'clock' | 'conversations' | 'messages'>,
  tx: Tx,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<{ message: FullMessage; isNew: boolean }> {
  const conversation = requireFound(await conversations.lock(conversationId, tx));
  const row = requireFound(await messages.lock(id, tx));
  if (row.isDeleted) return { message: { row, files: [], boughtAt: null }, isNew: false };
  if (await messages.hasBuyer(id, tx)) {
    throw new AppError('FORBIDDEN', { message: 'This was paid for and can no longer be taken back.' });
  }
  const message = { row: await messages.markDeleted(id, clock.now(), tx), files: [], boughtAt: null };
  if (row.sequence === conversation.lastSequence) {
    await conversations.update(conversationId, { lastMessage: DELETED_TEXT }, tx);
  }
  return { message, isNew: true };
}

async function publishDeleted(messaging: Messaging, tx: Tx, message: FullMessage): Promise<void> {
  const { row } = message;
  const changedCounts = await memberRepository.uncountMessage(row.conversationId, row, tx);
  const members = await memberRepository.list(row.conversationId, tx);
  tx.afterCommit(async () => {
    const ids = members.map((member) => member.id);
    await publishMessage(messaging, 'message_deleted', message, ids);
    await Promise.all(changedCounts.map((accountId) => publishUnread(messaging, accountId)));
  });
}
