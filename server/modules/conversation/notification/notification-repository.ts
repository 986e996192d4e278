import { and, eq, inArray, not, sql, type SQL } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { directionOf } from '../../../db/list-query';
import { isBlockedBy } from '../../../db/conditions';
import { notifications, userBlocks } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';
import { hasRows, listIds, getSingle, selectPage } from '../../../db/query-helpers';

export type NotificationRow = typeof notifications.$inferSelect;

export function createNotificationRepository(db: Db) {
  const unread = sql`not ${notifications.read}`;
  /** What a person is shown: nothing of a creator who blocks them, neither name nor count. */
  const shownTo = (userId: string) =>
    and(eq(notifications.userId, userId), not(isBlockedBy(notifications.createdBy, notifications.userId)));

  return {
    insert: (row: typeof notifications.$inferInsert, tx: Tx): Promise<NotificationRow> =>
      getSingle(tx.insert(notifications).values(row).returning()),

    /** Which of these people were told of the same before, by the same person where `createdBy` is given. */
    async listTold(
      userIds: readonly string[],
      {
        refId,
        type,
        action,
        createdBy,
      }: Pick<NotificationRow, 'type' | 'action' | 'refId'> & { createdBy?: string | null },
      tx: Tx,
    ): Promise<string[]> {
      const isTheSame = and(
        sql`${notifications.userId} = any(${textArray(userIds)})`,
        sql`${notifications.refId} is not distinct from ${refId}`,
        eq(notifications.type, type),
        eq(notifications.action, action),
        createdBy === undefined ? undefined : sql`${notifications.createdBy} is not distinct from ${createdBy}`,
      );
      return listIds(tx.select({ id: notifications.userId }).from(notifications).where(isTheSame));
    },

    /**
     * The same news for many people, in one statement of two lists.
     *
     * @param receivers ids of the new notifications and of those who get them.
     */
    async insertForMany(
      receivers: readonly { id: string; userId: string }[],
      news: Omit<NotificationRow, 'id' | 'userId' | 'read' | 'readAt' | 'mailedAt'>,
      tx: Tx,
    ): Promise<void> {
      const ids = textArray(receivers.map(({ id }) => id));
      const userIds = textArray(receivers.map(({ userId }) => userId));
      await tx.execute(sql`
        insert into ${notifications} (id, user_id, type, action, title, message, ref_id, ref_source, reference,
          created_by, created_at, updated_at)
        select id, user_id, ${news.type}, ${news.action}, ${news.title}, ${news.message}, ${news.refId},
          ${news.refSource}, ${JSON.stringify(news.reference)}::jsonb, ${news.createdBy},
          ${news.createdAt.toISOString()}::timestamptz, ${news.updatedAt.toISOString()}::timestamptz
        from unnest(${ids}, ${userIds}) as receiver(id, user_id)`);
    },

    /** Which of these people a creator blocks. */
    listBlocked: (performerId: string, userIds: readonly string[], tx: Tx): Promise<string[]> =>
      listIds(
        tx
          .select({ id: userBlocks.userId })
          .from(userBlocks)
          .where(and(eq(userBlocks.performerId, performerId), inArray(userBlocks.userId, userIds))),
      ),

    /** Newest first, unless asked for the other way round. */
    list(userId: string, { status, type, sort, ...page }: EndpointPart<'listNotifications', 'query'>) {
      const direction = directionOf(sort);
      const where = and(
        shownTo(userId),
        status === 'read' || status === 'unread' ? eq(notifications.read, status === 'read') : undefined,
        type && eq(notifications.type, type),
      );
      const order = [direction(notifications.createdAt), direction(notifications.id)];
      return selectPage(db, notifications, { ...page, where, order });
    },

    countUnread: (userId: string) => db.$count(notifications, and(shownTo(userId), unread)),

    /** @returns false when the person has no such notification. */
    markRead: (id: string, userId: string, now: Date) =>
      hasRows(
        db
          .update(notifications)
          // Read again, it stays read since the first time.
          .set({ read: true, readAt: sql`coalesce(${notifications.readAt}, ${now})` })
          .where(and(eq(notifications.id, id), shownTo(userId)))
          .returning({ id: notifications.id }),
      ),

    /** Takes back what was not read yet. @returns whether there was any. */
    removeUnread: (
      { userId, type, action, refId }: Pick<NotificationRow, 'userId' | 'type' | 'action' | 'refId'>,
      tx: Tx,
    ) =>
      hasRows(
        tx
          .delete(notifications)
          .where(
            and(
              eq(notifications.userId, userId),
              eq(notifications.type, type),
              eq(notifications.action, action),
              sql`${notifications.refId} is not distinct from ${refId}`,
              unread,
            ),
          )
          .returning({ id: notifications.id }),
      ),

    async markAllRead(userId: string, now: Date): Promise<void> {
      await db
        .update(notifications)
        .set({ read: true, readAt: now })
        .where(and(shownTo(userId), unread));
    },
  };
}

const textArray = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;
