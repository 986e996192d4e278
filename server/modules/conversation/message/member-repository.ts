import { and, eq, gt, lte, ne, sql } from 'drizzle-orm';
import { accounts } from '../../../db/schema/accounts';
import { conversationMembers, messages } from '../../../db/schema/messages';
import type { Executor, Tx } from '../../../db/transaction';
import { hasRow, listIds, lockRow } from '../../../db/query-helpers';

const isMember = (conversationId: string, accountId: string) =>
  and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.accountId, accountId));

export const memberRepository = {
  async update(
    conversationId: string,
    accountId: string,
    change: Partial<Pick<typeof conversationMembers.$inferInsert, 'mutedAt' | 'closedAt'>>,
    tx: Tx,
  ): Promise<void> {
    await tx.update(conversationMembers).set(change).where(isMember(conversationId, accountId));
  },

  /** @returns the sequence of the last message that was read before */
  async markRead(conversationId: string, accountId: string, sequence: number, tx: Tx): Promise<number> {
    const membership = isMember(conversationId, accountId);
    const before = await lockRow(tx, conversationMembers, membership);
    await tx.update(conversationMembers).set({ unread: 0, lastReadSequence: sequence }).where(membership);
    return before?.lastReadSequence ?? 0;
  },

  sendsReceipts: (accountId: string, tx: Tx): Promise<boolean> =>
    hasRow(tx, accounts, eq(accounts.id, accountId), eq(accounts.sendsReceipts, true)),

  /** If the sender had read all earlier messages, the new one counts as read by them too. */
  async countMessage(
    conversationId: string,
    { senderId, sequence, at, isSentByUser }: { senderId: string; sequence: number; at: Date; isSentByUser: boolean },
    tx: Tx,
  ): Promise<void> {
    const isSender = sql`${conversationMembers.accountId} = ${senderId}`;
    await tx
      .update(conversationMembers)
      .set({
        lastMessageAt: at,
        unread: sql`${conversationMembers.unread} + case when ${isSender} then 0 else 1 end`,
        lastReadSequence: sql`case when ${isSender} and ${conversationMembers.unread} = 0 then ${sequence}::int else ${conversationMembers.lastReadSequence} end`,
        hasWritten: sql`${conversationMembers.hasWritten} or (${isSender} and ${isSentByUser})`,
      })
      .where(eq(conversationMembers.conversationId, conversationId));
  },

  /** Removes a deleted message from unread counts. @returns the accounts for which it was unread */
  uncountMessage: (conversationId: string, { senderId, sequence }: { senderId: string; sequence: number }, tx: Tx) =>
    listIds(
      tx
        .update(conversationMembers)
        .set({ unread: sql`${conversationMembers.unread} - 1` })
        .where(
          and(
            eq(conversationMembers.conversationId, conversationId),
            ne(conversationMembers.accountId, senderId),
            gt(conversationMembers.unread, 0),
            sql`${conversationMembers.lastReadSequence} < ${sequence}`,
          ),
        )
        .returning({ id: conversationMembers.accountId }),
    ),

  list: (conversationId: string, tx: Executor) =>
    tx
      .select({ id: conversationMembers.accountId })
      .from(conversationMembers)
      .where(eq(conversationMembers.conversationId, conversationId)),

  /** Marks messages with sequences in (`after`, `upTo`]. */
  async markSeen(
    conversationId: string,
    { readerId, after, upTo, now }: { readerId: string; after: number; upTo: number; now: Date },
    tx: Tx,
  ): Promise<void> {
    await tx
      .update(messages)
      .set({ seenAt: now })
      .where(
        and(
          eq(messages.conversationId, conversationId),
          gt(messages.sequence, after),
          lte(messages.sequence, upTo),
          ne(messages.senderId, readerId),
        ),
      );
  },
};
