import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { bigint, integer, text, timestamp, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Cents } from '@contract/base/money';

/** A new id in the wire's form: 24 hex digits, the first 8 the time in seconds, so that ids sort by age. Wire contract 1.6. */
export function newId(now = Date.now()): string {
  return (
    Math.floor(now / 1000)
      .toString(16)
      .padStart(8, '0') + randomBytes(8).toString('hex')
  );
}

/** Primary key. */
export const id = () => text('id').primaryKey().$defaultFn(newId);

/** Reference to another row; the caller adds `.references(...)`. */
export const foreignKey = (name: string) => text(name);

/** Reference to the row that this one belongs to, and goes with. */
export const ownedBy = (name: string, whole: () => AnyPgColumn) =>
  foreignKey(name).notNull().references(whole, { onDelete: 'cascade' });

/** Primary key of what belongs to a row one to one, and goes with it: that row's id. */
export const sharedPrimaryKey = (name: string, whole: () => AnyPgColumn) =>
  foreignKey(name).primaryKey().references(whole, { onDelete: 'cascade' });

/** Point in time in UTC, read as a Date. */
export const timestampUtc = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const createdAt = () => timestampUtc('created_at').notNull().defaultNow();

/** When a row was made, and when it last changed. */
export const timestamps = () => ({ createdAt: createdAt(), updatedAt: updatedAt() });

export const updatedAt = () =>
  timestampUtc('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date());

/** A sum of money in whole cents. */
export const money = (name: string) => bigint(name, { mode: 'number' }).$type<Cents>();

/** The same where there may be none: 0 unless told. */
export const moneyOrZero = (name: string) =>
  money(name)
    .notNull()
    .default(sql`0`);

/** Grows with each edit by its owner, so that a form can tell that another one was saved since. Counts and conversions leave it. */
export const revision = () => integer('revision').notNull().default(0);

/** A list of texts, empty unless told. */
export const texts = (name: string) =>
  text(name)
    .array()
    .notNull()
    .default(sql`'{}'`);
