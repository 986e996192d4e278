import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { timestampUtc } from '../columns';

/** Events that a payment gateway sent, each once, until they are handled; names of its objects only. */
export const gatewayEvents = pgTable(
  'gateway_events',
  {
    /** The gateway's id of the event, which its repeats share. */
    id: text('id').primaryKey(),
    about: text('about', {
      enum: ['payment', 'card', 'refund', 'dispute', 'recipient', 'transfer'],
    }).notNull(),
    /** The gateway's id of the object. */
    objectId: text('object_id').notNull(),
    /** When the gateway says it happened, and when we heard of it. */
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
