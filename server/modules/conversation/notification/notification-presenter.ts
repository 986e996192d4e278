import type { z } from 'zod';
import { Notification } from '@contract/conversation/notification-schemas';
import type { PersonView } from '../../identity/people/people-service';
import type { NotificationRow } from './notification-writes';

export type NotificationView = z.input<typeof Notification>;

/** Empty where a notification has no target. */
const Reference = Notification.shape.reference.catch(null);

/** @param creator account that caused it; null when none did, or it was deleted. */
export function presentNotification(row: NotificationRow, creator: PersonView | null): NotificationView {
  return {
    _id: row.id,
    userId: row.userId,
    type: row.type as NotificationView['type'],
    action: row.action,
    title: row.title,
    message: row.message,
    refId: row.refId,
    refSource: row.refSource,
    reference: Reference.parse(row.reference),
    createdBy: creator ?? row.createdBy,
    createdByModel: creator && (creator.isPerformer ? 'Performer' : 'User'),
    read: row.read,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
