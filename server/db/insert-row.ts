import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { executePrepared } from './execute-prepared';
import type { Executor } from './transaction';

/**
 * Adds a row by a prepared statement, for tables that are written to all the time. What is missing gets its default.
 *
 * @throws what the database says of a row that it does not take.
 */
export async function insertRow<T extends PgTable>(db: Executor, table: T, row: T['$inferInsert']): Promise<void> {
  const columns = getTableColumns(table);
  const given: Record<string, unknown> = row;
  const values: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(columns)) {
    const value = given[key] === undefined ? column.defaultFn?.() : given[key];
    if (value === undefined || (value === null && !column.hasDefault)) continue;
    values[key] = value === null ? null : column.mapToDriverValue(value);
  }
  const keys = Object.keys(values);
  await executePrepared(db, {
    shape: `insert into ${getTableName(table)} ${keys.join(' ')}`,
    build: () => {
      const names = keys.map((key) => sql.identifier(columns[key]?.name ?? key));
      const places = keys.map((key) => sql.placeholder(key));
      return sql`insert into ${table} (${sql.join(names, sql`, `)}) values (${sql.join(places, sql`, `)})`;
    },
    values,
  });
}
