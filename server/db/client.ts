import { drizzle, NodePgSession, NodePgTransaction, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { loggedFailures, type Failures } from '../log/failures';
import { assertNoTransaction } from '../lib/open-transaction';

/** Queries name their tables: the builder's own queries of relations are not used, and would be set up with every transaction. */
type NoRelations = Record<string, never>;
export type DrizzleTransaction = NodePgTransaction<NoRelations, NoRelations>;
export type Db = NodePgDatabase<NoRelations> & {
  $client: pg.Pool;
  /** Hears of effects that failed after their transaction had committed. */
  $failures: Failures;
  /** Hears of whoever asks the pool inside a transaction; throws, unless calls must not fail for it. */
  $onMisuse(error: Error): void;
};

export interface DatabaseClient {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Milliseconds after which the database gives up what it was asked. Promises R-10. */
export interface StatementLimits {
  statementMs: number;
  /** How long a statement waits for rows that others hold. */
  lockMs: number;
  /** How long a transaction may stay open without being asked anything. */
  idleMs: number;
}

/** For what answers people. Schema changes, seeds and checks take the time they take. */
export const callLimits: StatementLimits = { statementMs: 20_000, lockMs: 10_000, idleMs: 60_000 };

/**
 * Opens a pool of connections.
 *
 * @param url `postgres://…`
 * @param options.max connections; `waitMs` for one to become free before a call fails, 10 s unless told; `failures` hears of
 * idle connections that broke (a restarted database) and of effects that failed; `isStrict`: who asks the pool inside a
 * transaction fails, instead of only being reported.
 */
export function openDatabase(
  url: string,
  {
    max = 10,
    waitMs = 10_000,
    limits,
    failures = loggedFailures(),
    isStrict = true,
  }: { max?: number; waitMs?: number; limits?: StatementLimits; failures?: Failures; isStrict?: boolean } = {},
): DatabaseClient {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    ...(limits && {
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleMs,
    }),
  });
  // Without a listener a dropped connection would end the process: the pool hears of idle ones, each of those in use says
  // it by itself, beside failing what was asked of it.
  pool.on('error', (error) => failures.report('database', 'idle connection', error));
  pool.on('connect', (connection) => void connection.on('error', () => undefined));
  guardPool(pool);
  const $onMisuse = (error: Error) => {
    failures.report('background', 'pool asked inside a transaction', error);
    if (isStrict) throw error;
  };
  const db = Object.assign(drizzle(pool), { $failures: failures, $onMisuse });
  return { db, pool, close: () => pool.end() };
}

/** Every way to a connection of the pool leads through `connect`. */
function guardPool(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  const guarded = (...args: unknown[]): unknown => {
    assertNoTransaction('the pool');
    return connect(...args);
  };
  pool.connect = guarded as typeof pool.connect;
}

const dialect = new PgDialect();

/** The query builder on a connection of the pool on which somebody begins and ends a transaction. */
export function transactionOn(connection: pg.PoolClient): DrizzleTransaction {
  const session = new NodePgSession<NoRelations, NoRelations>(connection, dialect, undefined);
  return new NodePgTransaction<NoRelations, NoRelations>(dialect, session, undefined);
}
