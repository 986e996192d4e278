import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { timestampUtc } from '../columns';

/** Events from the payment gateway, one row each. An event only names the changed object. */
export const gatewayEvents = pgTable(
  'gateway_events',
  {
    /** The gateway's event id, which is the same if the event is repeated. */
    id: text('id').primaryKey(),
    about: text('about', {
      enum: ['payment', 'card', 'refund', 'dispute', 'recipient', 'transfer'],
    }).notNull(),
    objectId: text('object_id').notNull(),
    /** By the gateway's clock. */
    createdAt: timestampUtc('created_at').notNull(),
    receivedAt: timestampUtc('received_at').notNull(),
    handledAt: timestampUtc('handled_at'),
  },
  (t) => [
    index('gateway_events_open')
      .on(t.receivedAt)
      .where(sql`handled_at is null`),
    index('gateway_events_handled').on(t.handledAt),
  ],
);
