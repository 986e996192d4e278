import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Some columns of a table in a prepared query. */
export interface RowPart<Row> {
  /** For the list of what is selected. */
  columns: SQL;
  /** Reads them out of a row; null where a left join found none. */
  read(row: Readonly<Record<string, unknown>>): Row | null;
}

/**
 * Selects some columns of a table, and reads them as the query builder would: for queries that are asked by nearly every call,
 * and so wide that going through each column's own rules takes longer than answering them.
 *
 * @param alias what the table is called in the query.
 * @param keys columns beside the id, without a reading of their own: texts, numbers, booleans, sums of money, points in time and JSON.
 */
export function rowPart<T extends PgTable, K extends keyof T['$inferSelect'] & string>(
  table: T,
  alias: string,
  keys: readonly K[],
): RowPart<Pick<T['$inferSelect'], K | ('id' & keyof T['$inferSelect'])>> {
  const columns = getTableColumns(table);
  const fields = ['id', ...keys].map((key) => {
    const column = columns[key];
    const name = `${alias}_${key}`;
    return { key, name, column: column?.name ?? key, isSum: column?.getSQLType() === 'bigint' };
  });
  return {
    columns: sql.join(
      fields.map(
        ({ name, column }) => sql`${sql.identifier(alias)}.${sql.identifier(column)} as ${sql.identifier(name)}`,
      ),
      sql`, `,
    ),
    read(row) {
      if (row[`${alias}_id`] === null) return null;
      const part: Record<string, unknown> = {};
      for (const { key, name, isSum } of fields) {
        const value = row[name];
        // The driver gives what may be larger than a number as text.
        part[key] = isSum && value !== null ? Number(value) : value;
      }
      return part as never;
    },
  };
}
