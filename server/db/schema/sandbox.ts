import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { money, moneyOrZero, texts, timestamps } from '../columns';

/**
 * What the sandbox payment gateway remembers. It stands for the books of a company outside: nothing of ours joins it,
 * and it is written in transactions of its own, so that a crash on our side leaves it as a real gateway would be left.
 */
export const sandboxPayments = pgTable(
  'sandbox_payments',
  {
    id: text('id').primaryKey(),
    /** The caller's idempotency key. */
    key: text('key').notNull(),
    amount: money('amount').notNull(),
    /** Paid back so far, and the keys it was asked for by. */
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

/** Transfers to creators that the sandbox says it has made. */
export const sandboxTransfers = pgTable(
  'sandbox_transfers',
  {
    id: text('id').primaryKey(),
    /** The caller's idempotency key. */
    key: text('key').notNull(),
    recipientId: text('recipient').notNull(),
    amount: money('amount').notNull(),
    ...timestamps(),
  },
  (t) => [uniqueIndex('sandbox_transfers_key').on(t.key)],
);
