import { z } from 'zod';
import { IsoDate, ObjectId, True, byId, getPage } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import type { pushRoutes } from './push-routes';

const PushSubscription = z.object({
  _id: ObjectId,
  device: z.enum(['desktop', 'phone', 'tablet', 'tv', 'other']),
  browser: z.string(),
  os: z.string(),
  /** Whether it belongs to the session of this call. */
  isCurrent: z.boolean(),
  createdAt: IsoDate,
  /** When a push service last accepted a message for it. */
  lastSuccessAt: IsoDate.nullable(),
});

export const pushSchemas = {
  getPushKey: {
    summary: 'The public key of the site, with which a browser subscribes (RFC 8292)',
    mark: 'assumed',
    data: z.object({ publicKey: z.string() }),
  },
  listPushSubscriptions: {
    summary: "The caller's devices that get pushed messages, newest first",
    mark: 'assumed',
    data: getPage(PushSubscription),
  },
  addPushSubscription: {
    summary: "Push messages to this device; replaces its earlier subscription, and ends with the caller's session",
    mark: 'assumed',
    /** `PushSubscription.toJSON()` of the browser. */
    body: z.object({
      endpoint: z.url().max(1000),
      keys: z.object({
        p256dh: z.string().regex(/^[\w-]{87}=?$/),
        auth: z.string().regex(/^[\w-]{22}(==)?$/),
      }),
    }),
    data: PushSubscription,
  },
  removePushSubscription: {
    ...byId,
    summary: 'Stop pushing messages to a device of the caller',
    mark: 'assumed',
    data: True,
  },
} satisfies SchemasFor<typeof pushRoutes>;
