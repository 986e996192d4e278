import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, money, moneyOrZero, sharedPrimaryKey, timestamps, timestampUtc } from '../columns';
import { performers, personInBooks } from './accounts';

/** Requested payouts. The amount stays in the `reserved` account until it is paid out or returned. Wire contract 3.15. */
export const payoutRequests = pgTable(
  'payout_requests',
  {
    id: id(),
    performerId: personInBooks('performer_id'),
    /** The sum that leaves the wallet, including the fee. */
    amount: money('amount').notNull(),
    fee: moneyOrZero('fee'),
    accountType: text('account_type', { enum: ['banking', 'paypal', 'stripe'] }).notNull(),
    /** The payout account at the time of the request. */
    accountInfo: jsonb('account_info').$type<Record<string, string>>().notNull(),
    requestNote: text('request_note').notNull().default(''),
    adminNote: text('admin_note').notNull().default(''),
    status: text('status', { enum: ['pending', 'approved', 'rejected', 'done'] }).notNull(),
    reasonCode: text('reason_code', { enum: ['withdrawn', 'rejected', 'returned'] }),
    /** How often the gateway has postponed it. */
    attempts: integer('attempts').notNull().default(0),
    /** When its last transfer began; null if the gateway sent nothing. */
    sendingAt: timestampUtc('sending_at'),
    payoutId: text('payout_id'),
    decidedAt: timestampUtc('decided_at'),
    /** When a bank file last contained it: paying it from two files pays it twice. */
    bankFileAt: timestampUtc('bank_file_at'),
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

/** Creators' accounts at the payout gateway. `isReady` is what the gateway last reported. */
export const payoutRecipients = pgTable(
  'payout_recipients',
  {
    performerId: sharedPrimaryKey('performer_id', () => performers.id),
    recipientId: text('recipient').notNull(),
    hasDetails: boolean('has_details').notNull().default(false),
    isReady: boolean('is_ready').notNull().default(false),
    problem: text('problem').notNull().default(''),
    ...timestamps(),
  },
  (t) => [uniqueIndex('payout_recipients_recipient').on(t.recipientId)],
);
