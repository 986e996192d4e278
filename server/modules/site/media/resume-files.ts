import { setTimeout as sleep } from 'node:timers/promises';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { FileProcessing } from './file-step';
import { makeLadder } from './make-ladder';
import { processFile } from './process-file';
import { getStaleBefore } from './run-file-step';

/** How long the job waits for the files that it resumes. Their work continues after that. */
const MAX_WAIT_MS = 4 * 60_000;

/**
 * Resumes files whose worker has died, for example because it was killed, and files that found the disk full. They take turns
 * with all others.
 *
 * @throws AggregateError of the files that failed again during the wait; the others were still processed
 */
export async function resumeFiles(processing: FileProcessing): Promise<void> {
  const { claims, clock, failures } = processing;
  const abandoned = await claims.listAbandoned(clock.now(), getStaleBefore(processing));
  const tasks = [
    ...abandoned.files.map((id) => () => processFile(processing, id)),
    ...abandoned.ladders.map((id) => () => makeLadder(processing, id)),
  ];
  let isWaiting = true;
  const all = eachOrThrow(tasks, (task) => task(), { atOnce: tasks.length }).catch((error: unknown) => {
    if (isWaiting) throw error;
    failures.report('job', 'resume-files', error);
  });
  const timer = new AbortController();
  const timeout = sleep(MAX_WAIT_MS, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
  await Promise.race([all, timeout]).finally(() => timer.abort());
  isWaiting = false;
}
