import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, money, moneyOrZero, sharedPrimaryKey, timestamps, timestampUtc } from '../columns';
import { performers, personInBooks } from './accounts';

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
    /** Reason of a rejected one: its creator took it back, an operator said no, or the bank sent the money back. */
    reasonCode: text('reason_code', { enum: ['withdrawn', 'rejected', 'returned'] }),
    /** Attempts to send it that the gateway postponed. */
    attempts: integer('attempts').notNull().default(0),
    /** The bank's or the gateway's name for it. */
    payoutId: text('payout_id'),
    decidedAt: timestampUtc('decided_at'),
    paidAt: timestampUtc('paid_at'),
    ...timestamps(),
  },
  (t) => [
    index('payout_requests_performer').on(t.performerId, t.createdAt),
    index('payout_requests_status').on(t.status, t.createdAt),
    index('payout_requests_payout').on(t.payoutId),
    uniqueIndex('payout_requests_pending')
      .on(t.performerId)
      .where(sql`status = 'pending'`),
    check('payout_requests_amount', sql`${t.amount} > ${t.fee} and ${t.fee} >= 0`),
  ],
);

/** Accounts of creators at the payout gateway. Whether one can be paid is what the gateway said last. */
export const payoutRecipients = pgTable(
  'payout_recipients',
  {
    performerId: sharedPrimaryKey('performer_id', () => performers.id),
    /** The gateway's id. */
    recipientId: text('recipient').notNull(),
    hasDetails: boolean('has_details').notNull().default(false),
    isReady: boolean('is_ready').notNull().default(false),
    /** Reason why they cannot be paid, in words for them. */
    problem: text('problem').notNull().default(''),
    ...timestamps(),
  },
  (t) => [uniqueIndex('payout_recipients_recipient').on(t.recipientId)],
);
