import { z } from 'zod';
import { IsoDate, ListQuery, ObjectId, True, byId, getPage, stamps } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import type { notificationRoutes } from './notification-routes';
import { PersonPublic } from '../identity/people-schemas';

/** The first seven are those of compatible backends; the rest are our extension. */
const NotificationType = z.enum([
  'feed', 'video', 'gallery', 'performer', 'message', 'tipped', 'liked',
  'comment', 'stream', 'order', 'payment', 'payout', 'account',
]); // prettier-ignore

/** Wire contract 3.21. */
export const Notification = z.object({
  ...stamps,
  userId: ObjectId,
  type: NotificationType,
  /** `created`, `like`, `comment`, `subscribe`, `tip`, `follow`, … */
  action: z.string(),
  title: z.string(),
  message: z.string(),
  thumbnail: z.string().nullish(),
  refId: ObjectId.nullish(),
  refSource: z.string().nullish(),
  /** Name of the object, and data to link to it. */
  reference: z
    .object({
      _id: ObjectId,
      name: z.string().nullish(),
      title: z.string().nullish(),
      slug: z.string().nullish(),
      username: z.string().nullish(),
    })
    .nullish(),
  createdBy: z.union([PersonPublic, ObjectId]).nullish(),
  createdByModel: z.enum(['User', 'Performer']).nullish(),
  read: z.boolean(),
  readAt: IsoDate.nullish(),
});

export const notificationSchemas = {
  listNotifications: {
    summary: "The caller's notifications, newest first",
    mark: 'seen',
    query: ListQuery.extend({
      status: z.enum(['all', 'read', 'unread']).optional(),
      type: NotificationType.optional(),
    }),
    /** `totalUnread` ignores the filter. Assumed: compatible backends may omit it. */
    data: getPage(Notification).extend({ totalUnread: z.number().optional() }),
  },
  readNotification: { ...byId, summary: 'Mark one notification as read', mark: 'assumed', data: True },
  readAllNotifications: {
    summary: "Mark all of the caller's notifications as read",
    mark: 'assumed',
    data: True,
  },
} satisfies SchemasFor<typeof notificationRoutes>;
