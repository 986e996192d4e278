import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { bigint, integer, text, timestamp, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Cents } from '@contract/base/money';

/** 24 hex digits. The first 8 are the time in seconds, so that ids sort by age. Wire contract 1.6. */
export function newId(now = Date.now()): string {
  return (
    Math.floor(now / 1000)
      .toString(16)
      .padStart(8, '0') + randomBytes(8).toString('hex')
  );
}

export const id = () => text('id').primaryKey().$defaultFn(newId);

/** Only the column; the caller adds `.references(...)`. */
export const foreignKey = (name: string) => text(name);

/** References the parent row, with which this row is deleted. */
export const ownedBy = (name: string, whole: () => AnyPgColumn) =>
  foreignKey(name).notNull().references(whole, { onDelete: 'cascade' });

export const sharedPrimaryKey = (name: string, whole: () => AnyPgColumn) =>
  foreignKey(name).primaryKey().references(whole, { onDelete: 'cascade' });

export const timestampUtc = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const createdAt = () => timestampUtc('created_at').notNull().defaultNow();

export const timestamps = () => ({ createdAt: createdAt(), updatedAt: updatedAt() });

export const updatedAt = () =>
  timestampUtc('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date());

export const money = (name: string) => bigint(name, { mode: 'number' }).$type<Cents>();

export const moneyOrZero = (name: string) =>
  money(name)
    .notNull()
    .default(sql`0`);

/** Incremented by each edit by the owner, but not by counters or conversions, so that forms can detect edits made elsewhere. */
export const revision = () => integer('revision').notNull().default(0);

export const texts = (name: string) =>
  text(name)
    .array()
    .notNull()
    .default(sql`'{}'`);
