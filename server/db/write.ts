import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { groupBy } from '../lib/group-by';
import type { PreparedQuery } from './execute-prepared';

/** A row to write, of whose outcome nobody waits. */
export interface Write {
  /** Names everything the text depends on. */
  shape: string;
  /** What goes in, by column: its type in PostgreSQL and its value. */
  columns: Record<string, { type: string; value: unknown }>;
  /** Writes the text. @param rows to select the columns from. */
  build(rows: SQL): SQL;
}

/** Adds a row. What is missing gets its default. */
export function rowInsert<T extends PgTable>(table: T, row: T['$inferInsert']): Write {
  const given: Record<string, unknown> = row;
  const columns: Write['columns'] = {};
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    const value = given[key] === undefined ? column.defaultFn?.() : given[key];
    if (value === undefined || (value === null && !column.hasDefault)) continue;
    const type = column.getSQLType();
    columns[column.name] = { type, value: value === null ? null : column.mapToDriverValue(value) };
  }
  const names = Object.keys(columns);
  return {
    shape: `insert into ${getTableName(table)} ${names.join(' ')}`,
    columns,
    build: (rows) => sql`insert into ${table} (${namesOf(names)}) select ${namesOf(names)} from ${rows}`,
  };
}

/**
 * Makes one statement of several writes, rows of the same shape together. Each write sees what was there before all of them;
 * whether rows refer to rows that exist is checked at the end.
 */
export function joinWrites(writes: readonly Write[]): PreparedQuery {
  const groups = [...groupBy(writes, ({ shape }) => shape).values()];
  const placeOf = (index: number, name: string) => `${index} ${name}`;
  return {
    shape: groups.map(([first]) => first?.shape).join(' + '),
    build: () => {
      const parts = groups.map(([first], index) => {
        const { columns, build } = first as Write;
        const lists = Object.entries(columns).map(([name, { type }]) => sql`${sql.placeholder(placeOf(index, name))}::${sql.raw(type)}[]`); // prettier-ignore
        const rows = sql`unnest(${sql.join(lists, sql`, `)}) as v (${namesOf(Object.keys(columns))})`;
        return sql`${sql.identifier(`write ${index}`)} as (${build(rows)})`;
      });
      return sql`with ${sql.join(parts, sql`, `)} select`;
    },
    values: Object.fromEntries(
      groups.flatMap((rows, index) =>
        Object.keys(rows[0]?.columns ?? {}).map((name) => [
          placeOf(index, name),
          rows.map(({ columns }) => columns[name]?.value),
        ]),
      ),
    ),
  };
}

const namesOf = (names: readonly string[]): SQL => sql.join(names.map(sql.identifier), sql`, `);
