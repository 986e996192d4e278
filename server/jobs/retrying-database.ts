import { setTimeout as sleep } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import type { DatabaseClient } from '../db/client';
import { classifyOutage } from '../db/classify-outage';

/** Milliseconds between two attempts while the database is away. */
const RETRY_MS = 1_000;

/**
 * The database as pg-boss asks it: a statement that meets an outage is asked again until the database is back, so that the
 * end of a job is written down however long that takes. Promises R-9.
 *
 * @param isOver nobody waits any more; an outage is an error then.
 */
export function createRetryingDatabase(pool: DatabaseClient['pool'], isOver: () => boolean): PgBoss.Db {
  return {
    async executeSql(text, values) {
      for (;;) {
        try {
          return await pool.query(text, values);
        } catch (error) {
          if (isOver() || classifyOutage(error) === undefined) throw error;
          await sleep(RETRY_MS, undefined, { ref: false });
        }
      }
    },
  };
}
