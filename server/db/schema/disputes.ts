import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { foreignKey, id, money, moneyOrZero, timestamps, timestampUtc } from '../columns';
import { personInBooks } from './accounts';
import { paymentTransactions } from './money';

/** Chargebacks. The gateway takes the money immediately, and returns it if we win. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    gatewayId: text('gateway_id').notNull(),
    paymentId: foreignKey('payment_id')
      .notNull()
      .references(() => paymentTransactions.id),
    userId: personInBooks('user_id'),
    amount: money('amount').notNull(),
    /** Charged by the gateway, even if we win. */
    fee: moneyOrZero('fee'),
    reason: text('reason').notNull().default(''),
    status: text('status', { enum: ['open', 'won', 'lost'] }).notNull(),
    /** As the gateway said when the dispute began. */
    respondBy: timestampUtc('respond_by'),
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
