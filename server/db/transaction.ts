import type { PoolClient } from 'pg';
import { inOpenTransaction } from '../lib/open-transaction';
import { listCauses } from '../lib/error';
import { currentScope } from '../log/scope';
import { transactionOn, type Db, type DrizzleTransaction } from './client';

/** An open transaction. Side effects (socket events, mails, job wake-ups) go through `afterCommit`. */
export type Tx = DrizzleTransaction & {
  connection: Pick<PoolClient, 'query'>;
  /**
   * Runs in order after the commit. An effect that throws is only reported, so work that must not be lost is sent as a job with
   * `tx` instead.
   */
  afterCommit(effect: Effect): void;
};

type Effect = () => void | Promise<void>;

export type Executor = Db | Tx;

const RETRYABLE_CODES: ReadonlySet<string> = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 3;

/**
 * Runs `work`, whose queries must all use `tx`; using the pool meanwhile is reported to `$onMisuse`. After a deadlock or
 * serialization failure, tries again, up to three times in all.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { result, effects } = await commit(db, work);
      for (const effect of effects) await runEffect(db, effect);
      return result;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !RETRYABLE_CODES.has(postgresCode(error) ?? '')) throw error;
    }
  }
}

/** Drizzle's own `transaction` leaks the connection if `begin` fails, for example because the database dies. Promises R-9. */
async function commit<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<{ result: T; effects: readonly Effect[] }> {
  const connection = await db.$client.connect();
  const effects: Effect[] = [];
  const afterCommit = (effect: Effect) => void effects.push(effect);
  /** While false, the transaction may still be open, so the connection is closed instead of reused. */
  let isClean = false;
  try {
    await connection.query('begin');
    const sequential = oneAtATime(connection, db.$onMisuse);
    const tx = Object.assign(transactionOn(sequential), { connection: sequential, afterCommit });
    const result = await inOpenTransaction(db.$onMisuse, () => work(tx));
    // The client already got a timeout response and will retry: storing now could duplicate the change. Promises R-10.
    if (currentScope()?.beginStoring?.() === false)
      throw new Error('Rolled back: the request already got a timeout response.');
    await connection.query('commit');
    isClean = true;
    return { result, effects };
  } catch (error) {
    await connection.query('rollback').then(
      () => (isClean = true),
      () => undefined,
    );
    throw error;
  } finally {
    connection.release(!isClean);
  }
}

/** Reports concurrent queries: pg will drop support for them, and errors after the first go unnoticed. */
function oneAtATime(connection: PoolClient, onMisuse: (error: Error) => void): PoolClient {
  let running = 0;
  const query = async (...args: unknown[]): Promise<unknown> => {
    if (running > 0) onMisuse(new Error('A transaction runs one query at a time: await each before the next.'));
    running += 1;
    try {
      return await (connection.query as (...all: unknown[]) => Promise<unknown>)(...args);
    } finally {
      running -= 1;
    }
  };
  return Object.assign(Object.create(connection) as PoolClient, { query });
}

/** An effect that throws is reported; the commit stands. Promises M-17. */
async function runEffect(db: Db, effect: Effect): Promise<void> {
  try {
    await effect();
  } catch (error) {
    db.$failures.report('effect', 'after commit', error);
  }
}

function postgresCode(error: unknown): string | undefined {
  for (const e of listCauses(error)) {
    const code = (e as { code?: unknown }).code;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

export function violatedConstraint(error: unknown): string | undefined {
  for (const e of listCauses(error)) {
    const constraint = (e as { constraint?: unknown }).constraint;
    if (typeof constraint === 'string') return constraint;
  }
  return undefined;
}
