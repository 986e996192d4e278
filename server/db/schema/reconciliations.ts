import { date, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { moneyOrZero, timestampUtc } from '../columns';

/** Comparisons of a day's ledger with the gateway's records. Repeating one replaces the previous result. */
export const reconciliations = pgTable('reconciliations', {
  /** A day in UTC. */
  day: date('day', { mode: 'string' }).primaryKey(),
  checkedAt: timestampUtc('checked_at').notNull(),
  movements: integer('movements').notNull(),
  fees: moneyOrZero('fees'),
  differences: jsonb('differences').$type<string[]>().notNull(),
});
