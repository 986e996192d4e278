import { and, eq, not, sql, inArray, type SQL } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { isHiddenByBlock } from '../../../db/conditions';
import { toDirection } from '../../../db/list-query';
import { hasRows, selectPage, getSingle, listIds } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { notifications, userBlocks } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';

export type NotificationRow = typeof notifications.$inferSelect;

const isUnread = eq(notifications.read, false);

/** Excludes notifications that the account hides, and what blocks hide. */
const isShownTo = (userId: string) =>
  and(eq(notifications.userId, userId), not(notifications.isHidden), not(isHiddenByBlock()));

export function createNotificationRepository(db: Db) {
  return {
    list(userId: string, { status, type, sort, ...page }: EndpointPart<'listNotifications', 'query'>) {
      const direction = toDirection(sort);
      const where = and(
        isShownTo(userId),
        status === 'read' || status === 'unread' ? eq(notifications.read, status === 'read') : undefined,
        type && eq(notifications.type, type),
      );
      const order = [direction(notifications.createdAt), direction(notifications.id)];
      return selectPage(db, notifications, { ...page, where, order });
    },

    countUnread: (userId: string) => db.$count(notifications, and(isShownTo(userId), isUnread)),

    /** @returns false if the account has no such notification */
    markRead: (id: string, userId: string, now: Date) =>
      hasRows(
        db
          .update(notifications)
          // Keeps the time of the first read.
          .set({ read: true, readAt: sql`coalesce(${notifications.readAt}, ${now})` })
          .where(and(eq(notifications.id, id), isShownTo(userId)))
          .returning({ id: notifications.id }),
      ),

    async markAllRead(userId: string, now: Date): Promise<void> {
      await db
        .update(notifications)
        .set({ read: true, readAt: now })
        .where(and(isShownTo(userId), isUnread));
    },
  };
}

export const notificationWrites = {
  insert: (row: typeof notifications.$inferInsert, tx: Tx): Promise<NotificationRow> =>
    getSingle(tx.insert(notifications).values(row).returning()),

  /** Accounts that already have this notification or, with `createdBy`, have it from that account. */
  async listReceivers(
    userIds: readonly string[],
    {
      refId,
      type,
      action,
      createdBy,
    }: Pick<NotificationRow, 'type' | 'action' | 'refId'> & { createdBy?: string | null },
    tx: Tx,
  ): Promise<string[]> {
    const isSame = and(
      sql`${notifications.userId} = any(${textArray(userIds)})`,
      sql`${notifications.refId} is not distinct from ${refId}`,
      eq(notifications.type, type),
      eq(notifications.action, action),
      createdBy === undefined ? undefined : sql`${notifications.createdBy} is not distinct from ${createdBy}`,
    );
    return listIds(tx.select({ id: notifications.userId }).from(notifications).where(isSame));
  },

  /** Passes arrays, not one parameter per value. @param receivers ids of the new notifications and their accounts */
  async insertForMany(
    receivers: readonly { id: string; userId: string; isHidden: boolean }[],
    news: Omit<NotificationRow, 'id' | 'userId' | 'isHidden' | 'read' | 'readAt' | 'mailedAt'>,
    tx: Tx,
  ): Promise<void> {
    const ids = textArray(receivers.map(({ id }) => id));
    const userIds = textArray(receivers.map(({ userId }) => userId));
    const hidden = sql`${sql.param(receivers.map(({ isHidden }) => isHidden))}::boolean[]`;
    await tx.execute(sql`
      insert into ${notifications} (id, user_id, type, action, title, message, ref_id, ref_source, reference,
        created_by, created_at, updated_at, is_hidden)
      select id, user_id, ${news.type}, ${news.action}, ${news.title}, ${news.message}, ${news.refId},
        ${news.refSource}, ${JSON.stringify(news.reference)}::jsonb, ${news.createdBy},
        ${news.createdAt.toISOString()}::timestamptz, ${news.updatedAt.toISOString()}::timestamptz, is_hidden
      from unnest(${ids}, ${userIds}, ${hidden}) as receiver(id, user_id, is_hidden)`);
  },

  /** Accounts that do not want this kind of news on the site. */
  listHiding: (userIds: readonly string[], kind: string, tx: Tx): Promise<string[]> =>
    listIds(
      tx
        .select({ id: accounts.id })
        .from(accounts)
        .where(
          and(sql`${accounts.id} = any(${textArray(userIds)})`, sql`${accounts.sitePreferences} ->> ${kind} = 'false'`),
        ),
    ),

  listBlocked: (performerId: string, userIds: readonly string[], tx: Tx): Promise<string[]> =>
    listIds(
      tx
        .select({ id: userBlocks.userId })
        .from(userBlocks)
        .where(and(eq(userBlocks.performerId, performerId), inArray(userBlocks.userId, userIds))),
    ),

  /** Deletes what a creator's followers and subscribers were told about an item. */
  async removeNewsAbout(refId: string, performerId: string, tx: Tx): Promise<void> {
    await tx.execute(sql`
      delete from ${notifications} where ref_id = ${refId} and user_id in (
        select follower_id from follows where following_id = ${performerId}
        union select user_id from subscriptions where performer_id = ${performerId})`);
  },

  removeUnread: (
    { userId, type, action, refId }: Pick<NotificationRow, 'userId' | 'type' | 'action' | 'refId'>,
    tx: Tx,
  ): Promise<string[]> =>
    listIds(
      tx
        .delete(notifications)
        .where(
          and(
            eq(notifications.userId, userId),
            eq(notifications.type, type),
            eq(notifications.action, action),
            sql`${notifications.refId} is not distinct from ${refId}`,
            eq(notifications.read, false),
          ),
        )
        .returning({ id: notifications.id }),
    ),
};

const textArray = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;
