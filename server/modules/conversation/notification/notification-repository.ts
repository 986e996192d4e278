import { and, eq, not, sql } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { isBlockedBy } from '../../../db/conditions';
import { toDirection } from '../../../db/list-query';
import { hasRows, selectPage } from '../../../db/query-helpers';
import { notifications } from '../../../db/schema/social';

const isUnread = eq(notifications.read, false);

/** Nothing of a creator who blocks the account is shown or counted. */
const isShownTo = (userId: string) =>
  and(eq(notifications.userId, userId), not(isBlockedBy(notifications.createdBy, notifications.userId)));

/** Notifications as their receiver sees them. */
export function createNotificationRepository(db: Db) {
  return {
    /** Newest first by default. */
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

    /** @returns false when the account has no such notification. */
    markRead: (id: string, userId: string, now: Date) =>
      hasRows(
        db
          .update(notifications)
          // The time of the first reading stays.
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
