import type { invoices } from '../../../db/schema/money';

export type InvoiceRow = typeof invoices.$inferSelect;

/** Formats `2026-000123`. A credit note has an R before its number: `2026-R000007`. */
export const formatNumber = ({ series, year, number }: Pick<InvoiceRow, 'series' | 'year' | 'number'>): string =>
  `${year}-${series === 'credit_note' ? 'R' : ''}${String(number).padStart(6, '0')}`;
