import { and, asc, getTableColumns, getTableName, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client';

export const BATCH_ROWS = 500;

/** Reads any number of rows in bounded memory. Keys must be unique, and `readAfter` must return rows in key order. */
export async function* readInBatches<T, K>(
  readAfter: (key: K | undefined, limit: number) => PromiseLike<T[]>,
  getKey: (row: T) => K,
): AsyncGenerator<T[], void> {
  let key: K | undefined;
  for (;;) {
    const rows = await readAfter(key, BATCH_ROWS);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    key = getKey(last);
  }
}

/** Reads matching rows in the order of their primary key. @throws if the table has none */
export function readTableInBatches(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
): AsyncGenerator<Record<string, unknown>[], void> {
  const { primaryKeys, columns } = getTableConfig(table);
  const keyColumns: { name: string }[] = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
  const members = Object.entries(getTableColumns(table)) as [string, AnyColumn][];
  const key = keyColumns.flatMap(({ name }) => members.filter(([, column]) => column.name === name));
  if (key.length === 0) throw new Error(`Table "${getTableName(table)}" has no primary key to read it by.`);
  const getList = (parts: SQL[]) => sql`(${sql.join(parts, sql`, `)})`;
  const isAfter = (values: unknown[]) => {
    const params = key.map(([, column], index) => sql`${sql.param(values[index], column)}`);
    return sql`${getList(key.map(([, column]) => sql`${column}`))} > ${getList(params)}`;
  };
  return readInBatches(
    (values: unknown[] | undefined, limit) =>
      db
        .select()
        .from(table)
        .where(and(where, values && isAfter(values)))
        .orderBy(...key.map(([, column]) => asc(column)))
        .limit(limit),
    (row: Record<string, unknown>) => key.map(([member]) => row[member]),
  );
}
