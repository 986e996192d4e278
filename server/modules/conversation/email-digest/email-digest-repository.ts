import { and, eq, gt, inArray, isNull, lte, ne, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isBlockedBy, isHiddenByBlock } from '../../../db/conditions';
import { accounts } from '../../../db/schema/accounts';
import { conversationMembers, conversations, messages } from '../../../db/schema/messages';
import { notifications } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';

const other = alias(conversationMembers, 'other');
const sender = alias(accounts, 'sender');

/** Finds unmailed rows and marks them as mailed, so that overlapping runs never mail a row twice. */
export const emailDigestRepository = {
  /** Includes read notifications, which need no mail but must not be selected again. */
  async takeNotifications(before: Date, now: Date, limit: number, tx: Tx) {
    const due = tx
      .select({ id: notifications.id })
      .from(notifications)
      .where(and(sql`${notifications.mailedAt} is null`, lte(notifications.createdAt, before)))
      .orderBy(notifications.createdAt)
      .limit(limit)
      .for('update', { skipLocked: true });
    return (
      tx
        .update(notifications)
        // Does not change `updatedAt`: for its recipient, the notification is unchanged.
        .set({ mailedAt: now, updatedAt: sql`${notifications.updatedAt}` })
        .where(inArray(notifications.id, due))
        .returning({
          userId: notifications.userId,
          type: notifications.type,
          action: notifications.action,
          title: notifications.title,
          message: notifications.message,
          isRead: notifications.read,
          isBlocked: isHiddenByBlock(),
          createdAt: notifications.createdAt,
        })
    );
  },

  /** Returns a conversation at most once until the member reads something in it. */
  async takeConversations(before: Date, limit: number, tx: Tx) {
    const me = conversationMembers;
    // Tips count as unread messages, but there is already a mail about their notification.
    const unread = sql<number>`(select count(*)::int from ${messages} as m where m.conversation_id = ${me.conversationId}
      and m.sequence > ${me.lastReadSequence} and m.sender_id <> ${me.accountId} and m.type <> 'tip' and not m.is_deleted)`;
    const due = await tx
      .select({
        conversationId: me.conversationId,
        userId: me.accountId,
        unread,
        at: me.lastMessageAt,
        sequence: conversations.lastSequence,
        name: sql<string>`coalesce(nullif(${sender.name}, ''), ${sender.username}, '')`,
      })
      .from(me)
      .innerJoin(conversations, eq(conversations.id, me.conversationId))
      .innerJoin(other, and(eq(other.conversationId, me.conversationId), ne(other.accountId, me.accountId)))
      .innerJoin(sender, eq(sender.id, other.accountId))
      .where(
        and(
          gt(me.unread, 0),
          gt(unread, 0),
          isNull(me.mutedAt),
          sql`${me.mailedSequence} <= ${me.lastReadSequence}`,
          lte(me.lastMessageAt, before),
          eq(conversations.type, 'private'),
          not(isBlockedBy(other.accountId, me.accountId)),
        ),
      )
      .orderBy(me.lastMessageAt)
      .limit(limit)
      .for('update', { of: me, skipLocked: true });
    for (const { conversationId, userId, sequence } of due) {
      await tx
        .update(me)
        // Always higher than `lastReadSequence`, or the next run would select the row again.
        .set({ mailedSequence: sql`greatest(${sequence}::int, ${me.lastReadSequence} + 1)` })
        .where(and(eq(me.conversationId, conversationId), eq(me.accountId, userId)));
    }
    return due;
  },

  /** Omits accounts that are online, because they see the news on the site. */
  listReachable: (ids: readonly string[], tx: Tx) =>
    tx
      .select({ id: accounts.id, kind: accounts.kind, email: accounts.email, choices: accounts.mailPreferences })
      .from(accounts)
      .where(
        and(
          inArray(accounts.id, ids),
          eq(accounts.status, 'active'),
          eq(accounts.isOnline, false),
          eq(accounts.verifiedEmail, true),
        ),
      ),
};
