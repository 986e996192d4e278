import { date, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { moneyOrZero, timestampUtc } from '../columns';

/** Comparisons of a day's books with the gateway's record; the last one of each day. */
export const reconciliations = pgTable('reconciliations', {
  /** In UTC. */
  day: date('day', { mode: 'string' }).primaryKey(),
  checkedAt: timestampUtc('checked_at').notNull(),
  /** Movements that were compared. */
  movements: integer('movements').notNull(),
  /** Kept by the gateway for its work. */
  fees: moneyOrZero('fees'),
  differences: jsonb('differences').$type<string[]>().notNull(),
});
