import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './client';

/** Texts that get a name; each stays in the memory of every connection. */
const MOST_NAMES = 200;

const dialect = new PgDialect();
const names = new Map<string, string>();

/**
 * Runs a query that is asked all the time under a name, so that PostgreSQL parses it once a connection and soon plans it
 * once, too: for lists, planning takes longer than reading. Outside of transactions only.
 *
 * @param query its text should vary little: numbers that decide the plan (a page's size) written out, the rest as
 * parameters. Texts beyond the first few hundred run without a name.
 */
export async function executePrepared<T>(db: Db, query: SQL): Promise<T[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  const { rows } = await db.$client.query<T & Record<string, unknown>>({ name: nameOf(text), text, values });
  return rows;
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const name = `list_${names.size}`;
  names.set(text, name);
  return name;
}
