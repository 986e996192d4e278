import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, ownedBy, timestampUtc } from '../columns';
import { person, sessions } from './accounts';

/** The site's VAPID keys, in one row: push services accept messages only if they are signed with the private one. RFC 8292. */
export const pushKeys = pgTable('push_keys', {
  id: integer('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  /** Encrypted. */
  privateKey: text('private_key').notNull(),
  createdAt: createdAt(),
});

/** Browsers that get pushed messages. Each belongs to a session and ends with it: a logged-out device is told nothing. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    accountId: person('account_id'),
    sessionId: ownedBy('session_id', () => sessions.id),
    /** Address at the push service of the browser's maker. */
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    lastSuccessAt: timestampUtc('last_success_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
    uniqueIndex('push_subscriptions_session').on(t.sessionId),
    index('push_subscriptions_account').on(t.accountId, t.createdAt),
  ],
);
