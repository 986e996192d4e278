import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, foreignKey } from '../columns';
import { ledgerTransfers } from './money';

/** Movements by card that the tax gateway was told of. */
export const taxReports = pgTable('tax_reports', {
  transferId: foreignKey('transfer_id')
    .primaryKey()
    .references(() => ledgerTransfers.id),
  /** The gateway's id; null where it cannot tax the place, or was not told of the sale that a refund gives back. */
  gatewayId: text('gateway_id'),
  createdAt: createdAt(),
});
