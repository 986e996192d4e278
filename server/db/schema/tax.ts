import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, foreignKey } from '../columns';
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
