import { setTimeout as sleep } from 'node:timers/promises';
import { classifyOutage } from '../../../db/classify-outage';

/** Milliseconds between two tries while the database is out. */
const PAUSE_MS = 1_000;

/** Asks the database until it is there; the process may end meanwhile. @throws what is no outage */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (classifyOutage(error) === undefined) throw error;
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}
