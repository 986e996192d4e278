import { and, asc, desc, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { AppError } from '../errors';

const DAY_MS = 24 * 3600 * 1000;

/** Both days inclusive, in UTC; true unless both are given. Wire contract 1.5. @throws AppError VALIDATION_FAILED */
export function betweenDays(column: PgColumn, range: { fromDate?: string; toDate?: string }): SQL | undefined {
  const days = readDays(range);
  return days ? and(gte(column, days.from), lt(column, days.to)) : undefined;
}

/** `to` is exclusive. @returns null unless both days are given */
export function readDays({
  fromDate,
  toDate,
}: {
  fromDate?: string;
  toDate?: string;
}): { from: Date; to: Date } | null {
  if (!fromDate || !toDate) return null;
  return { from: startOfDay(fromDate), to: new Date(startOfDay(toDate).getTime() + DAY_MS) };
}

/** Descending unless the request says `sort=asc`. Wire contract 1.5. */
export type Sort = 'asc' | 'desc';
export const toDirection = (sort: Sort | undefined) => (sort === 'asc' ? asc : desc);

/** Considers only own properties: a name such as `constructor` would otherwise find something that is not a column. */
export const columnNamed = <K extends string>(
  columns: Readonly<Record<K, PgColumn>>,
  name: string | undefined,
): PgColumn | undefined => (name !== undefined && Object.hasOwn(columns, name) ? columns[name as K] : undefined);

/** Sorts by the requested column, or by `fallback` if it is not in `columns`. The id breaks ties, so pages do not overlap. */
export function toOrder<K extends string>(
  columns: Record<K, PgColumn>,
  { sortBy, sort }: { sortBy?: string; sort: Sort },
  { fallback, id }: { fallback: K; id: PgColumn },
): SQL[] {
  const direction = toDirection(sort);
  return [direction(columnNamed(columns, sortBy) ?? columns[fallback]), direction(id)];
}

/** The last row of the page before, in an order by time and id. */
export interface Keyset {
  at: Date;
  id: string;
}

/** Rows after that one, so that pages neither overlap nor cost more the later they are. */
export const isAfter = (
  after: Keyset | undefined,
  { at, id }: { at: PgColumn; id: PgColumn },
  sort: Sort = 'desc',
): SQL | undefined =>
  after &&
  sql`(${at}, ${id}) ${sql.raw(sort === 'asc' ? '>' : '<')} (${after.at.toISOString()}::timestamptz, ${after.id})`;

function startOfDay(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new AppError('VALIDATION_FAILED', { message: 'Please give a date.' });
  return new Date(Math.floor(date.getTime() / DAY_MS) * DAY_MS);
}
