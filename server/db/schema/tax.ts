import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, foreignKey, timestampUtc } from '../columns';
import { ledgerTransfers } from './money';

/** Card payments and refunds that were reported to the tax gateway. */
export const taxReports = pgTable('tax_reports', {
  transferId: foreignKey('transfer_id')
    .primaryKey()
    .references(() => ledgerTransfers.id),
  /** The gateway's id; null if it cannot tax the location, or does not know the sale that was refunded. */
  gatewayId: text('gateway_id'),
  createdAt: createdAt(),
});

/** One row. */
export const taxReportProgress = pgTable(
  'tax_report_progress',
  {
    id: integer('id').primaryKey(),
    /** All sales and refunds before it are reported. It does not advance while one of them fails. */
    reportedUntil: timestampUtc('reported_until').notNull(),
  },
  (t) => [check('tax_report_progress_single', sql`${t.id} = 1`)],
);
