import { openDatabase } from './client';

/** Any number that nothing else in this database locks by. */
const TURN_LOCK = 727_001;

/**
 * Runs `work` while no other process does, for what processes that start at once on one database would do to its schema.
 *
 * @param url `postgres://…`
 */
export async function withAdvisoryLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = openDatabase(url, { max: 1 });
  const lock = await client.pool.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [TURN_LOCK]);
    return await work();
  } finally {
    // Ending the session gives the lock back even when the unlock itself would fail.
    lock.release(true);
    await client.close();
  }
}
