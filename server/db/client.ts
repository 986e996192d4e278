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
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: waitMs });
  // Without a listener a dropped idle connection would end the process.
  pool.on('error', (error) => onError?.(error));
  return { db: drizzle(pool, { schema }), pool, close: () => pool.end() };
}
