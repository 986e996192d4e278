import type { PoolClient } from 'pg';
import { inOpenTransaction } from '../lib/open-transaction';
import { listCauses } from '../lib/error';
import { currentScope } from '../log/scope';
import { transactionOn, type Db, type DrizzleTransaction } from './client';

/** An open transaction. Effects on the outside (events, mails, jobs' wake-ups) go through `afterCommit`. */
export type Tx = DrizzleTransaction & {
  /** The driver's connection, for libraries that write their own SQL. */
  connection: Pick<PoolClient, 'query'>;
  /**
   * Runs once the transaction has committed, in order; never when it was rolled back. The call is done by then: an effect
   * that throws is reported, the others run all the same. What must not get lost is a job sent with `tx` instead.
   */
  afterCommit(effect: Effect): void;
};

type Effect = () => void | Promise<void>;

/** Where a query may run: the pool or an open transaction. */
export type Executor = Db | Tx;

const RETRYABLE_CODES: ReadonlySet<string> = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 3;

/**
 * Runs `work` in one transaction; its effects leave only after commit. Whatever `work` asks goes through its `tx`: while it
 * is open, asking the pool is refused.
 * Deadlocks and serialisation failures are tried again, at most three times in all.
 *
 * @returns what `work` returns.
 * @throws what `work` throws; nothing of it is stored then.
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

/**
 * Begins, works and commits on one connection. The query builder's own `transaction` keeps the connection for ever when `begin`
 * fails, as it does where the database dies at that moment: some of those, and the pool has none left. Promises R-9.
 */
async function commit<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<{ result: T; effects: readonly Effect[] }> {
  const connection = await db.$client.connect();
  const effects: Effect[] = [];
  const afterCommit = (effect: Effect) => void effects.push(effect);
  /** Whether it ended outside of any transaction; a connection of which that is not known is closed, not used again. */
  let isClean = false;
  try {
    await connection.query('begin');
    const sequential = oneAtATime(connection, db.$onMisuse);
    const tx = Object.assign(transactionOn(sequential), { connection: sequential, afterCommit });
    const result = await inOpenTransaction(db.$onMisuse, () => work(tx));
    // Its sender tries again, and must not get twice what cannot be told to be the same. Promises R-10.
    if (currentScope()?.beginStoring?.() === false)
      throw new Error('the call was answered for its time before this could be stored');
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

/**
 * Finds queries that are sent while another one of their transaction runs: the driver will take them no longer, and what fails
 * behind the first failure goes unheard.
 */
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

/** What was committed is done, whatever comes after it. Promises M-17. */
async function runEffect(db: Db, effect: Effect): Promise<void> {
  try {
    await effect();
  } catch (error) {
    db.$failures.report('effect', 'after commit', error);
  }
}

/** The SQLSTATE of a database error, also when a driver layer wrapped it. */
function postgresCode(error: unknown): string | undefined {
  for (const e of listCauses(error)) {
    const code = (e as { code?: unknown }).code;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

/** Name of the constraint a row ran into, when that is why it was refused. */
export function violatedConstraint(error: unknown): string | undefined {
  for (const e of listCauses(error)) {
    const constraint = (e as { constraint?: unknown }).constraint;
    if (typeof constraint === 'string') return constraint;
  }
  return undefined;
}
