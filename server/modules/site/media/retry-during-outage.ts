import { setTimeout as sleep } from 'node:timers/promises';
import { classifyOutage } from '../../../db/classify-outage';

const PAUSE_MS = 1_000;

/** Repeats a query until the database is available, without keeping the process alive. @throws errors that are not outages */
export async function retryDuringOutage<T>(query: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await query();
    } catch (error) {
      if (classifyOutage(error) === undefined) throw error;
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}
