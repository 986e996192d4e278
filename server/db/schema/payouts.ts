import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, money, moneyOrZero, timestamps, timestampUtc } from '../columns';
import { personInBooks } from './accounts';

/** Creators ask for their money. The amount lies in their `reserved` account until it is paid or returned. Wire contract 3.15. */
export const payoutRequests = pgTable(
  'payout_requests',
  {
    id: id(),
    performerId: personInBooks('performer_id'),
    /** Leaves the wallet, the fee included. */
    amount: money('amount').notNull(),
    fee: moneyOrZero('fee'),
    accountType: text('account_type', { enum: ['banking', 'paypal', 'stripe'] }).notNull(),
    /** Where it goes, as it was set up when it was asked for. */
    accountInfo: jsonb('account_info').$type<Record<string, string>>().notNull(),
    requestNote: text('request_note').notNull().default(''),
    adminNote: text('admin_note').notNull().default(''),
    status: text('status', { enum: ['pending', 'approved', 'rejected', 'done'] }).notNull(),
    /** Why it was rejected, where its creator took it back: on the wire it is `rejected`, too. */
    reasonCode: text('reason_code', { enum: ['withdrawn', 'rejected'] }),
    /** The bank's or the gateway's name for it. */
    payoutId: text('payout_id'),
    decidedAt: timestampUtc('decided_at'),
    paidAt: timestampUtc('paid_at'),
    ...timestamps(),
  },
  (t) => [
    index('payout_requests_performer').on(t.performerId, t.createdAt),
    index('payout_requests_status').on(t.status, t.createdAt),
    uniqueIndex('payout_requests_pending')
      .on(t.performerId)
      .where(sql`status = 'pending'`),
    check('payout_requests_amount', sql`${t.amount} > ${t.fee} and ${t.fee} >= 0`),
  ],
);
