import { type z } from 'zod';
import { Notification } from '@contract/conversation/notification-schemas';
import type { PersonView } from '../../identity/people/people-service';
import type { NotificationRow } from './notification-repository';

export type NotificationView = z.input<typeof Notification>;
export type NotificationType = NotificationView['type'];
export type NotificationReference = NonNullable<NotificationView['reference']>;

/** `reference` is empty where a notification is about nothing in particular. */
const Reference = Notification.shape.reference.catch(null);

/** @param creator who caused it; null when nobody did, or they are gone. */
export function presentNotification(row: NotificationRow, creator: PersonView | null): NotificationView {
  return {
    _id: row.id,
    userId: row.userId,
    type: row.type as NotificationType,
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
