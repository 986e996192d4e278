import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { foreignKey, id, money, moneyOrZero, timestamps, timestampUtc } from '../columns';
import { personInBooks } from './accounts';
import { paymentTransactions } from './money';

/** Payments whose holder asked their bank for the money. The gateway takes it at once, and gives it back where we win. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    /** The gateway's id. */
    gatewayId: text('gateway_id').notNull(),
    paymentId: foreignKey('payment_id')
      .notNull()
      .references(() => paymentTransactions.id),
    userId: personInBooks('user_id'),
    amount: money('amount').notNull(),
    /** The gateway's charge for it, also where we win. */
    fee: moneyOrZero('fee'),
    /** The bank's, in the gateway's words. */
    reason: text('reason').notNull().default(''),
    status: text('status', { enum: ['open', 'won', 'lost'] }).notNull(),
    closedAt: timestampUtc('closed_at'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('disputes_gateway').on(t.gatewayId),
    index('disputes_payment').on(t.paymentId),
    index('disputes_user').on(t.userId),
    index('disputes_open')
      .on(t.createdAt)
      .where(sql`status = 'open'`),
  ],
);
