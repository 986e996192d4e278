import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { money, moneyOrZero, texts, timestamps } from '../columns';

/**
 * Stands in for a third party: no foreign keys, and separate transactions, so that a crash leaves the same state as with a real
 * gateway.
 */
export const sandboxPayments = pgTable(
  'sandbox_payments',
  {
    id: text('id').primaryKey(),
    key: text('key').notNull(),
    amount: money('amount').notNull(),
    refunded: moneyOrZero('refunded'),
    refundKeys: texts('refund_keys'),
    card: text('card').notNull(),
    status: text('status', { enum: ['succeeded', 'requires_action', 'declined', 'canceled', 'refunded'] }).notNull(),
    message: text('message').notNull().default(''),
    clientSecret: text('client_secret').notNull(),
    ...timestamps(),
  },
  (t) => [uniqueIndex('sandbox_payments_key').on(t.key), index('sandbox_payments_card').on(t.card)],
);

export const sandboxTransfers = pgTable(
  'sandbox_transfers',
  {
    id: text('id').primaryKey(),
    key: text('key').notNull(),
    recipientId: text('recipient').notNull(),
    amount: money('amount').notNull(),
    ...timestamps(),
  },
  (t) => [uniqueIndex('sandbox_transfers_key').on(t.key)],
);
