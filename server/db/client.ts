import { sql } from 'drizzle-orm';
import { drizzle, NodePgSession, NodePgTransaction, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { loggedFailures, type Failures } from '../log/failures';
import { assertNoTransaction } from '../lib/open-transaction';

/** No schema of relations: Drizzle's relational queries are not used, and setting them up would slow down every transaction. */
type NoRelations = Record<string, never>;
export type DrizzleTransaction = NodePgTransaction<NoRelations, NoRelations>;
export type Db = NodePgDatabase<NoRelations> & {
  $client: pg.Pool;
  /** Receives effects that failed after their transaction committed. */
  $failures: Failures;
  /** Called if the pool is queried inside a transaction; throws unless the client is lenient. */
  $onMisuse(error: Error): void;
};

export interface DatabaseClient {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Time limits after which PostgreSQL aborts a statement, a wait for a lock, or an idle transaction. Promises R-10. */
export interface StatementLimits {
  statementMs: number;
  lockMs: number;
  idleMs: number;
}

/** For requests. Migrations, seeds and checks have no limits. */
export const callLimits: StatementLimits = { statementMs: 20_000, lockMs: 10_000, idleMs: 60_000 };

/**
 * PgBouncer knows no named statements in transaction mode before its version 1.21, so the same queries are sent without their
 * names. https://www.pgbouncer.org/features.html
 */
class UnnamedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (query: unknown, ...rest: unknown[]) => unknown;
    const sendUnnamed = (query: unknown, ...rest: unknown[]): unknown =>
      send(isNamed(query) ? { ...query, name: undefined } : query, ...rest);
    this.query = sendUnnamed as typeof this.query;
  }
}

const isNamed = (query: unknown): query is pg.QueryConfig =>
  typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);

/**
 * @param options.isStrict whether to throw if the pool is queried inside a transaction; otherwise it is only reported
 * @param options.isPooled whether `url` is that of PgBouncer in transaction mode: it sets the limits (`assertPoolerLimits`)
 */
export function openDatabase(
  url: string,
  {
    max = 10,
    waitMs = 10_000,
    limits,
    failures = loggedFailures(),
    isStrict = true,
    isPooled = false,
  }: {
    max?: number;
    waitMs?: number;
    limits?: StatementLimits;
    failures?: Failures;
    isStrict?: boolean;
    isPooled?: boolean;
  } = {},
): DatabaseClient {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    ...(isPooled && { Client: UnnamedClient }),
    ...(limits && !isPooled && toSettings(limits)),
  });
  // Without these listeners, a dropped connection would crash the process. The pool reports errors of idle connections; a
  // connection in use also rejects its query, so its event need not be reported.
  pool.on('error', (error) => failures.report('database', 'idle connection', error));
  pool.on('connect', (connection) => void connection.on('error', () => undefined));
  guardPool(pool);
  const $onMisuse = (error: Error) => {
    failures.report('background', 'pool used inside a transaction', error);
    if (isStrict) throw error;
  };
  const db = Object.assign(drizzle(pool), { $failures: failures, $onMisuse });
  return { db, pool, close: () => pool.end() };
}

/**
 * PgBouncer refuses limits that a client asks for, so that its own configuration has to set them.
 *
 * @throws Error that says which line is missing
 */
export async function assertPoolerLimits(db: Db, limits: StatementLimits): Promise<void> {
  const { rows } = await db.execute<{ name: string; setting: string }>(
    sql`select name, setting from pg_settings where name = any(${sql.param(Object.keys(toSettings(limits)))})`,
  );
  if (rows.every(({ setting }) => setting !== '0')) return;
  throw new Error(
    `PgBouncer sets no time limits. Add to its line of this database:\n  connect_query='${getConnectQuery(limits)}'`,
  );
}

/** The query with which PgBouncer begins each connection. */
export const getConnectQuery = (limits: StatementLimits): string =>
  Object.entries(toSettings(limits))
    .map(([name, ms]) => `set ${name} = ${ms}`)
    .join('; ');

const toSettings = ({ statementMs, lockMs, idleMs }: StatementLimits) => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleMs,
});

/** One connection for the time of `work`, without limits. */
export async function withConnection<T>(url: string, work: (client: DatabaseClient) => Promise<T>): Promise<T> {
  const client = openDatabase(url, { max: 1 });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function guardPool(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  const guarded = (...args: unknown[]): unknown => {
    assertNoTransaction('the pool');
    return connect(...args);
  };
  pool.connect = guarded as typeof pool.connect;
}

const dialect = new PgDialect();

/** A query builder for a connection on which the caller begins and ends the transaction. */
export function transactionOn(connection: pg.PoolClient): DrizzleTransaction {
  const session = new NodePgSession<NoRelations, NoRelations>(connection, dialect, undefined);
  return new NodePgTransaction<NoRelations, NoRelations>(dialect, session, undefined);
}
