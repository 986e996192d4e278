import type pg from 'pg';
import { inOpenTransaction } from '../lib/open-transaction';
import { onConnection, type Db, type DrizzleTransaction } from './client';

/** An open transaction. Effects on the outside (events, mails, jobs' wake-ups) go through `afterCommit`. */
export type Tx = DrizzleTransaction & {
  /**
   * Runs once the transaction has committed, in order; never when it was rolled back. The call is done by then: an effect
   * that throws is reported, the others run all the same. What must not get lost is a job sent with `tx` instead.
   */
  afterCommit(effect: () => void | Promise<void>): void;
};

/** Where a query may run: the pool or an open transaction. */
export type Executor = Db | Tx;

const retryable = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction; its effects leave only after commit. Whatever `work` asks goes through its `tx`: while it
 * is open, asking the pool is refused.
 * Deadlocks and serialisation failures are tried again, at most three times in all.
 *
 * @returns what `work` returns.
 * @throws what `work` throws; nothing of it is stored then.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>, attempt = 1): Promise<T> {
  const effects: (() => void | Promise<void>)[] = [];
  let result: T;
  try {
    result = await onConnection(db, (inner) => {
      const tx = Object.assign(inner, {
        afterCommit: (effect: () => void | Promise<void>) => void effects.push(effect),
      });
      return inOpenTransaction(db.$onMisuse, () => work(tx));
    });
  } catch (error) {
    if (attempt < 3 && retryable.has(postgresCode(error) ?? '')) return inTransaction(db, work, attempt + 1);
    throw error;
  }
  for (const effect of effects) await runEffect(db, effect);
  return result;
}

/** What was committed is done, whatever comes after it. Promises M-17. */
async function runEffect(db: Db, effect: () => void | Promise<void>): Promise<void> {
  try {
    await effect();
  } catch (error) {
    db.$failures.report('effect', 'after commit', error);
  }
}

/**
 * Waits for all that was begun at once in a transaction, which goes out without waiting for each answer.
 *
 * @throws what failed first, once all have ended: nothing may still be asked when the transaction is taken back.
 */
export async function together<T extends readonly unknown[]>(...work: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const failures: unknown[] = [];
  const results = await Promise.all(work.map((one) => one.catch((error: unknown) => void failures.push(error))));
  if (failures.length > 0) throw failures[0];
  return results as unknown as T;
}

/** The driver under an executor, for what the query builder has no words for: the pool, or the transaction's connection. */
export function clientOf(db: Executor): Pick<pg.Pool, 'query'> {
  return '$client' in db ? db.$client : (db as unknown as { session: { client: pg.PoolClient } }).session.client;
}

/** The SQLSTATE of a database error, also when a driver layer wrapped it. */
function postgresCode(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = (e as { code?: unknown }).code;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

/** Name of the constraint a row ran into, when that is why it was refused. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const constraint = (e as { constraint?: unknown }).constraint;
    if (typeof constraint === 'string') return constraint;
  }
  return undefined;
}
