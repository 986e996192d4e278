import { and, eq, gt, inArray, ne, not, or, sql, type SQL } from 'drizzle-orm';
import { existsIn } from '../../../db/conditions';
import { conversationMembers, conversations, messageFiles, messages } from '../../../db/schema/messages';
import type { Tx } from '../../../db/transaction';
import { DELETED_TEXT } from './message-repository';

/**
 * Empties a number of the account's messages, but no bought ones. The caller deletes the files. @returns how many were emptied;
 * 0 once all are empty
 */
export async function eraseMessages(
  accountId: string,
  { now, limit }: { now: Date; limit: number },
  tx: Tx,
): Promise<number> {
  const blank = { text: '', meta: {}, clientId: null, isDeleted: true };
  const isBlank = sql`(${messages.isDeleted} and ${messages.text} = '' and ${messages.meta} = '{}' and ${messages.clientId} is null)`;
  const isUnsold = sql`not exists (select 1 from purchases where target = 'message' and target_id = ${messages.id})`;
  const some = await tx
    .select({ id: messages.id, conversationId: messages.conversationId })
    .from(messages)
    .where(
      and(
        eq(messages.senderId, accountId),
        isUnsold,
        or(not(isBlank), existsIn(messageFiles, eq(messageFiles.messageId, messages.id))),
      ),
    )
    .limit(limit)
    .for('update');
  if (some.length === 0) return 0;
  const ids = some.map((row) => row.id);
  await tx
    .update(messages)
    .set({ ...blank, updatedAt: now })
    .where(inArray(messages.id, ids));
  await tx.delete(messageFiles).where(inArray(messageFiles.messageId, ids));
  // Counts the other member's unread messages again, without the erased ones.
  const rest = sql`(select count(*) from messages where conversation_id = conversation_members.conversation_id
    and sequence > last_read_sequence and sender_id <> account_id and not is_deleted)`;
  const conversationIds = [...new Set(some.map((row) => row.conversationId))];
  await tx
    .update(conversationMembers)
    .set({ unread: rest })
    .where(and(inArray(conversationMembers.conversationId, conversationIds), gt(conversationMembers.unread, 0)));
  await eraseLastMessages(accountId, tx, inArray(conversations.id, conversationIds));
  return some.length;
}

/** Clears previews, unread counts, and the names of the account's show chats. Run it after `eraseMessages`. */
export async function eraseTraces(accountId: string, tx: Tx): Promise<void> {
  await eraseLastMessages(accountId, tx);
  await tx
    .update(conversations)
    .set({ name: '' })
    .where(and(eq(conversations.performerId, accountId), ne(conversations.name, '')));
  await tx
    .update(conversationMembers)
    .set({ unread: 0 })
    .where(and(eq(conversationMembers.accountId, accountId), gt(conversationMembers.unread, 0)));
}

/** Includes bought messages: their buyers keep the message, but not the preview. */
async function eraseLastMessages(accountId: string, tx: Tx, where?: SQL): Promise<void> {
  await tx
    .update(conversations)
    .set({ lastMessage: DELETED_TEXT, updatedAt: sql`${conversations.updatedAt}` })
    .where(and(eq(conversations.lastSenderId, accountId), ne(conversations.lastMessage, DELETED_TEXT), where));
}
