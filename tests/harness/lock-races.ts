import { sql } from 'drizzle-orm';
import { inTransaction, type Executor, type Tx } from '../../server/db/transaction';
import type { TestApp } from './build-test-app';

/**
 * Runs an operation while a transaction is open, and ends the transaction once the operation waits for a lock or has ended. The
 * result is a race with a fixed order.
 * @param work of the transaction before the operation starts
 * @param what the operation; if it makes several concurrent calls, `waiting` of them must wait
 * @param last work of the transaction once they wait
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
  // If this work fails, the operation never starts.
  await Promise.race([started, ended]);
  begun.outcome = what();
  begun.outcome.catch(() => undefined);
  await ended;
  return begun.outcome;
}

export async function untilWaiting({ context: { db } }: Pick<TestApp, 'context'>, count: number): Promise<void> {
  while ((await countWaiting(db)) < count);
}

async function countWaiting(db: Executor): Promise<number> {
  // A transaction keeps its first snapshot of this view, which would not contain later connections.
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
