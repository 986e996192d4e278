import { setTimeout as sleep } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import type { DatabaseClient } from '../db/client';
import { classifyOutage } from '../db/classify-outage';

const RETRY_MS = 1_000;

/**
 * Retries statements of pg-boss during an outage, so that the end of a job gets stored; stops when the queue has stopped.
 * Promises R-9.
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
