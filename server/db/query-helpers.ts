import { and, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client';
import type { Executor, Tx } from './transaction';

type Conditions = (SQL | undefined)[];

export const findRow = <T extends PgTable>(
  db: Executor,
  table: T,
  ...all: Conditions
): Promise<T['$inferSelect'] | null> => firstOrNull(matching(db, table, all).limit(1));

export const lockRow = <T extends PgTable>(tx: Tx, table: T, ...all: Conditions): Promise<T['$inferSelect'] | null> =>
  firstOrNull(matching(tx, table, all).for('update'));

const matching = (db: Executor, table: PgTable, all: Conditions) =>
  db
    .select()
    .from(table)
    .where(and(...all));

export const hasRow = (db: Executor, table: PgTable, ...all: Conditions): Promise<boolean> =>
  hasRows(
    db
      .select({ one: sql`1` })
      .from(table)
      .where(and(...all))
      .limit(1),
  );

export const firstOrNull = async <T>(query: PromiseLike<readonly T[]>): Promise<T | null> => (await query)[0] ?? null;

/** For queries that always return a row. */
export const getSingle = async <T>(query: PromiseLike<readonly T[]>): Promise<T> => (await query)[0] as T;

export const hasRows = async (query: PromiseLike<readonly unknown[]>): Promise<boolean> => (await query).length > 0;

export const listIds = async (query: PromiseLike<readonly { id: string }[]>): Promise<string[]> =>
  (await query).map(({ id }) => id);

export async function selectPage<T extends PgTable>(
  db: Db,
  table: T,
  {
    where,
    after,
    order,
    limit,
    offset,
  }: { where: SQL | undefined; after?: SQL | undefined; order: SQL[]; limit: number; offset: number },
): Promise<{ rows: T['$inferSelect'][]; total: number }> {
  const source: PgTable = table;
  const page = db
    .select()
    .from(source)
    .where(and(where, after))
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const [rows, total] = await Promise.all([page, db.$count(table, where)]);
  return { rows, total };
}
