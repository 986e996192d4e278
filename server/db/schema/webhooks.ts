import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, ownedBy, texts, timestampUtc } from '../columns';
import { person } from './accounts';

/** Servers of creators, and of owners of the site, that receive events. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    accountId: person('account_id'),
    /** `site`: events of the whole site, while the account is an owner. */
    audience: text('audience', { enum: ['creator', 'site'] }).notNull(),
    url: text('url').notNull(),
    events: texts('events'),
    /** Encrypted, because signatures need it. */
    secret: text('secret').notNull(),
    /** The secret before a rotation. Signs along with the new one until `previousUntil`. */
    previousSecret: text('previous_secret'),
    previousUntil: timestampUtc('previous_until'),
    status: text('status', { enum: ['on', 'off'] })
      .notNull()
      .default('on'),
    offReason: text('off_reason', { enum: ['failing', 'gone'] }),
    failingSince: timestampUtc('failing_since'),
    createdAt: createdAt(),
  },
  (t) => [
    index('webhook_endpoints_account').on(t.accountId),
    index('webhook_endpoints_site')
      .on(t.audience)
      .where(sql`audience = 'site'`),
  ],
);

/** The outbox: written in the transaction of the event, and kept for thirty days. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    endpointId: ownedBy('endpoint_id', () => webhookEndpoints.id),
    event: text('event').notNull(),
    /** The body as it is signed and sent. */
    body: text('body').notNull(),
    status: text('status', { enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    replyStatus: integer('reply_status'),
    replyText: text('reply_text').notNull().default(''),
    nextAttemptAt: timestampUtc('next_attempt_at'),
    deliveredAt: timestampUtc('delivered_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('webhook_deliveries_endpoint').on(t.endpointId, t.createdAt),
    index('webhook_deliveries_age').on(t.createdAt),
    index('webhook_deliveries_waiting')
      .on(t.nextAttemptAt)
      .where(sql`status = 'waiting'`),
  ],
);
