import { fillPlaceholders, is, Placeholder, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { clientOf, type Db, type DrizzleTransaction } from './client';

/** Texts that get a name; each stays in the memory of every connection. */
const MOST_NAMES = 300;

export interface PreparedQuery {
  /** Names everything its text depends on: the same shape always gives the same text. */
  shape: string;
  /** Writes the text, with `sql.placeholder(name)` where a value goes. Asked once a shape. */
  build(): SQL;
  /** By the names of the placeholders. */
  values: Record<string, unknown>;
  /** For shapes that are many and seldom asked: they are not kept. */
  isRare?: boolean;
  /** How many rows fit differs so much between values that one plan does not serve all: each call is planned by its own. */
  isPlannedByValues?: boolean;
}

interface WrittenQuery {
  /** Undefined for a text that is not worth keeping. */
  name: string | undefined;
  text: string;
  params: unknown[];
}

const dialect = new PgDialect();
const written = new Map<string, WrittenQuery>();

/**
 * Runs a query that is asked all the time: its text is written once, and goes out under a name, so that PostgreSQL parses
 * it once a connection and soon plans it once, too. For short queries either takes longer than reading the rows.
 *
 * Numbers that decide the plan (a page's size) belong into the shape. Shapes beyond the first few hundred are written anew
 * each time and run without a name.
 */
export async function executePrepared<T>(db: Db | DrizzleTransaction, query: PreparedQuery): Promise<T[]> {
  const { rows } = await clientOf(db).query<T & Record<string, unknown>>(sayPrepared(query));
  return rows;
}

/** A query as the driver takes it. */
export function sayPrepared(query: PreparedQuery): { name: string | undefined; text: string; values: unknown[] } {
  const { name, text, params } = written.get(query.shape) ?? write(query);
  return { name, text, values: fillPlaceholders(params, query.values) };
}

function write({ shape, build, isRare, isPlannedByValues }: PreparedQuery): WrittenQuery {
  const { text, params } = shareValues(dialect.sqlToQuery(build()));
  if (isRare || written.size >= MOST_NAMES) return { name: undefined, text, params };
  const query = { name: isPlannedByValues ? undefined : `prepared_${written.size}`, text, params };
  written.set(shape, query);
  return query;
}

/** Numbers a value once, however often the text names it: what goes out for each of them takes time to write and to read. */
function shareValues({ sql: text, params }: { sql: string; params: unknown[] }): { text: string; params: unknown[] } {
  const kept: unknown[] = [];
  const numbers = new Map<unknown, number>();
  const numberOf = (param: unknown): number => {
    const key = is(param, Placeholder) ? param.name : {};
    const number = numbers.get(key) ?? kept.push(param);
    numbers.set(key, number);
    return number;
  };
  const shared = text.replaceAll(/\$(\d+)/g, (_, index: string) => `$${numberOf(params[Number(index) - 1])}`);
  return { text: shared, params: kept };
}
