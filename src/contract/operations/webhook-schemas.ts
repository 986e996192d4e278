import { z } from 'zod';
import { Deleted, Flag, IdParams, IsoDate, ListQuery, ObjectId, getPage } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { HttpUrl } from '../base/field-schemas';
import { webhookEvents } from '../base/webhook-events';
import type { webhookRoutes } from './webhook-routes';

const EventNames = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length);

const Endpoint = z.object({
  _id: ObjectId,
  url: z.string(),
  events: z.array(z.string()),
  isOn: z.boolean(),
  /** Why the server turned it off; null if it did not. */
  offReason: z.enum(['failing', 'gone']).nullable(),
  /** Since when nothing arrives; null if the last delivery arrived. */
  failingSince: IsoDate.nullable(),
  createdAt: IsoDate,
});

const Delivery = z.object({
  _id: ObjectId,
  event: z.string(),
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  /** Status of the last reply; null without one. */
  replyStatus: z.number().nullable(),
  /** The first characters of the last reply, or why there was none. */
  replyText: z.string(),
  nextAttemptAt: IsoDate.nullable(),
  createdAt: IsoDate,
  deliveredAt: IsoDate.nullable(),
});

/** Shown in this reply only; the key of the signatures. */
const WithSecret = Endpoint.extend({ secret: z.string() });

const byId = { mark: 'assumed', params: IdParams } as const;

export const webhookSchemas = {
  listWebhookEndpoints: {
    summary: "The caller's webhook endpoints, and the events that they can choose",
    mark: 'assumed',
    data: getPage(Endpoint).extend({ events: z.array(z.string()) }),
    errors: ['FORBIDDEN'],
  },
  createWebhookEndpoint: {
    summary: 'Send events to a server; `secret` is in this reply only',
    mark: 'assumed',
    body: z.object({ url: HttpUrl, events: EventNames }),
    data: WithSecret,
    errors: ['FORBIDDEN', 'WEBHOOK_ADDRESS_REFUSED', 'TOO_MANY_WEBHOOKS'],
  },
  updateWebhookEndpoint: {
    ...byId,
    summary: 'Choose other events, or turn an endpoint on or off',
    body: z.object({ events: EventNames.optional(), isOn: Flag.optional() }),
    data: Endpoint,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN'],
  },
  deleteWebhookEndpoint: {
    ...byId,
    summary: 'Remove an endpoint with its deliveries',
    data: Deleted,
    errors: ['ENTITY_NOT_FOUND'],
  },
  rotateWebhookSecret: {
    ...byId,
    summary: 'A new secret; for a day, signatures are made with the old one, too',
    data: WithSecret,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN'],
  },
  testWebhookEndpoint: {
    ...byId,
    summary: 'Send a test event now',
    data: Delivery,
    errors: ['ENTITY_NOT_FOUND', 'WEBHOOK_OFF'],
  },
  listWebhookDeliveries: {
    ...byId,
    summary: 'Deliveries of the last 30 days, the newest first',
    query: ListQuery.pick({ limit: true, offset: true }),
    data: getPage(Delivery),
    errors: ['ENTITY_NOT_FOUND'],
  },
  replayWebhookDelivery: {
    ...byId,
    summary: 'Send a delivery again now, with the same webhook-id',
    data: Delivery,
    errors: ['ENTITY_NOT_FOUND', 'WEBHOOK_OFF'],
  },
} as const satisfies SchemasFor<typeof webhookRoutes>;
