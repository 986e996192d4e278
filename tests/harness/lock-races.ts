import { sql } from 'drizzle-orm';
import { inTransaction, type Executor, type Tx } from '../../server/db/transaction';
import type { TestApp } from './build-test-app';

/**
 * Does something else while a transaction is open, and ends it once the other waits for it, or has ended: what happens at
 * the same moment happens in this order each time.
 *
 * @param work what the transaction does before the other begins.
 * @param what the other. Where it is several calls at once, `waiting` of them are waited for.
 * @param last what the transaction does once they wait.
 */
export async function meanwhile<T>(
  { context: { db } }: Pick<TestApp, 'context'>,
  work: (tx: Tx) => Promise<unknown>,
  what: () => Promise<T>,
  { waiting = 1, last }: { waiting?: number; last?: (tx: Tx) => Promise<unknown> } = {},
): Promise<T> {
  const begun: { outcome?: Promise<T> } = {};
  let start = () => undefined as void;
  const started = new Promise<void>((resolve) => (start = resolve));
  const ended = inTransaction(db, async (tx) => {
    await work(tx);
    start();
    for (let isOver = false; !isOver;) {
      isOver = (await countWaiting(tx)) >= waiting || (begun.outcome !== undefined && (await isSettled(begun.outcome)));
    }
    await last?.(tx);
  });
  // Work that fails never starts the other.
  await Promise.race([started, ended]);
  begun.outcome = what();
  begun.outcome.catch(() => undefined);
  await ended;
  return begun.outcome;
}

/** Resolves once as many statements of this database wait for a lock. */
export async function untilWaiting({ context: { db } }: Pick<TestApp, 'context'>, count: number): Promise<void> {
  while ((await countWaiting(db)) < count);
}

async function countWaiting(db: Executor): Promise<number> {
  // A transaction keeps the list of connections as it first saw it; one that was opened since may be the one that waits.
  await db.execute(sql`select pg_stat_clear_snapshot()`);
  const { rows } = await db.execute(sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
}

const isSettled = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ]);
