import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './schema/index';

export type Schema = typeof schema;
export type Db = NodePgDatabase<Schema> & { $client: pg.Pool };

export interface DatabaseClient {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens a pool of connections.
 *
 * @param url `postgres://…`
 * @param options.max connections; `waitMs` for one to become free before a call fails, 10 s unless told; `onError` hears of
 * idle connections that broke (a restarted database).
 */
export function openDatabase(
  url: string,
  { max = 10, waitMs = 10_000, onError }: { max?: number; waitMs?: number; onError?: (error: Error) => void } = {},
): DatabaseClient {
  // Pipelined: what a transaction asks at once goes out at once, in order, instead of waiting for each answer.
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: waitMs, pipeline: true });
  // Without a listener a dropped connection would end the process: the pool hears of idle ones, each of those in use says
  // it by itself, beside failing what was asked of it.
  pool.on('error', (error) => onError?.(error));
  pool.on('connect', (connection) => void connection.on('error', () => undefined));
  return { db: drizzle(pool, { schema }), pool, close: () => pool.end() };
}
