import { refundStates } from '@contract/money/refund-state';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { foreignKey, id, timestamps, timestampUtc } from '../columns';
import { accounts, personInBooks } from './accounts';

export const refundRequests = pgTable(
  'refund_requests',
  {
    id: id(),
    /** Id of the charge, or of a payment without charges. */
    saleId: foreignKey('sale_id').notNull(),
    source: text('source', { enum: ['charge', 'payment'] }).notNull(),
    userId: personInBooks('user_id'),
    /** Null for site memberships. */
    performerId: foreignKey('performer_id').references(() => accounts.id),
    reason: text('reason').notNull(),
    state: text('state', { enum: refundStates }).notNull(),
    answer: text('answer').notNull().default(''),
    /** Null while the request is open, and if the sale was reversed in another way. */
    decidedBy: text('decided_by', { enum: ['creator', 'operator'] }),
    decidedAt: timestampUtc('decided_at'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('refund_requests_open')
      .on(t.saleId)
      .where(sql`state in ('asked', 'with_operator')`),
    index('refund_requests_sale').on(t.saleId),
    index('refund_requests_user').on(t.userId, t.createdAt),
    index('refund_requests_performer').on(t.performerId, t.createdAt),
    index('refund_requests_state').on(t.state, t.createdAt),
  ],
);
