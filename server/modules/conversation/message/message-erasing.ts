import { and, eq, inArray, sql } from 'drizzle-orm';
import { conversationMembers, conversations, messageFiles, messages } from '../../../db/schema/messages';
import type { Tx } from '../../../db/transaction';
import { DELETED_TEXT } from './message-text';

/** What becomes of somebody's messages when their account is deleted. */
export function createMessageErasing() {
  return {
    /**
     * Empties what an account wrote, but for messages that the other side paid for; conversations stay with the others.
     * Files that no message holds any more are the caller's to delete.
     */
    async eraseMessages(accountId: string, now: Date, tx: Tx): Promise<void> {
      const isUnsold = sql`not exists (select 1 from purchases where target = 'message' and target_id = ${messages.id})`;
      const emptied = await tx
        .update(messages)
        .set({ text: '', meta: {}, clientId: null, isDeleted: true, updatedAt: now })
        .where(and(eq(messages.senderId, accountId), isUnsold))
        .returning({ id: messages.id });
      const ids = emptied.map((row) => row.id);
      for (let from = 0; from < ids.length; from += 1_000) {
        await tx.delete(messageFiles).where(inArray(messageFiles.messageId, ids.slice(from, from + 1_000)));
      }
      await tx
        .update(conversations)
        .set({ lastMessage: DELETED_TEXT, updatedAt: sql`${conversations.updatedAt}` })
        .where(eq(conversations.lastSenderId, accountId));
      await tx.update(conversationMembers).set({ unread: 0 }).where(eq(conversationMembers.accountId, accountId));
    },
  };
}
