import { setImmediate } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import type { DatabaseClient } from '../db/client';
import type { Tx } from '../db/transaction';
import type { Failures } from '../log/failures';
import { createFailedJobs, type JobDesk } from './failed-jobs';
import type { JobData, JobName } from './job-data';
import { countWorkers, getRetryPolicy } from './job-policies';
import { addCause, runJob } from './job-scope';
import { createRetryingDatabase } from './retrying-database';

export type JobHandler<N extends JobName> = (data: JobData[N]) => Promise<void>;

export interface SendOptions {
  tx?: Tx;
  runAt?: Date;
  /** Only for jobs without a mail: mails are ordered by their kind and by who caused them. */
  priority?: number;
  /** Only for jobs without data: sends none if one of this name has not begun yet, also if it is a retry. */
  unlessWaiting?: boolean;
}

/** For work that must survive a crash. A job runs at least once, so its handler must be safe to repeat. */
export interface JobQueue extends JobDesk {
  /**
   * With `tx`, the job is sent only if the transaction commits. Jobs with a higher `priority` (default 0) run first, which is
   * used to be fair to all accounts.
   */
  send<N extends JobName>(name: N, data: JobData[N], options?: SendOptions): Promise<void>;
  work<N extends JobName>(name: N, handler: JobHandler<N>): void;
  /** @param cron expression in UTC; runs once, however many processes there are */
  repeat(name: JobName, cron: string): void;
  start(): Promise<void>;
  /** Waits some seconds for running jobs. Unfinished ones run again later. */
  stop(): Promise<void>;
  /** Closes the connections. Call it last, even if the queue has never been started. */
  close(): Promise<void>;
}

const DAYS_LISTED = 30;

/**
 * Runs pg-boss on the application's PostgreSQL (schema `pgboss`). Waits while the database is unavailable. `database` is a
 * separate pool, which the queue closes. With `isForSending`, jobs are sent and listed, but other processes run them.
 */
export function createJobQueue(options: {
  database: DatabaseClient;
  failures: Failures;
  isForSending?: boolean;
  pollSeconds?: number;
  retrySeconds?: number;
}): JobQueue {
  const { database, failures, isForSending = false } = options;
  const desk = createFailedJobs(database.pool);
  let isStopping = false;
  // pg-boss does not await storing a job's end, so a rejection there would crash the process.
  const patient = createRetryingDatabase(database.pool, () => isStopping);
  const boss = new PgBoss({
    db: patient,
    archiveFailedAfterSeconds: DAYS_LISTED * 86_400,
    supervise: !isForSending,
    schedule: !isForSending,
  });
  boss.on('error', (error) => failures.report('job', 'queue', error));
  const handlers = new Map<JobName, (data: never) => Promise<void>>();
  const schedules: [JobName, string][] = [];
  return {
    ...desk,
    async send(name, data, { tx, runAt, priority = 0, unlessWaiting = false } = {}) {
      if (unlessWaiting && (await boss.getQueueSize(name, { before: 'active' })) > 0) return;
      const connection = tx?.connection ?? database.pool;
      const job = addCause(name, data);
      const db = { executeSql: (text: string, values: unknown[]) => connection.query(text, values) };
      await boss.send(name, job.data, { ...(runAt && { startAfter: runAt }), priority: job.priority ?? priority, db });
    },
    work: (name, handler) => void handlers.set(name, handler),
    repeat: (name, cron) => void schedules.push([name, cron]),
    async start() {
      await boss.start();
      for (const [name, handler] of handlers) {
        const policy = { ...getRetryPolicy(name) };
        if (options.retrySeconds !== undefined) policy.retryDelay = options.retrySeconds;
        await boss.createQueue(name, { name, ...policy });
        // Creating a queue does not change the policy of an existing one.
        await boss.updateQueue(name, { name, ...policy });
        if (isForSending) continue;
        const polling = { pollingIntervalSeconds: options.pollSeconds ?? 1 };
        for (let count = 0; count < countWorkers(name); count += 1) {
          const worker: string = await boss.work<object | null>(name, polling, async (jobs) => {
            try {
              for (const job of jobs) await runJob(job, { name, handler, failures, seconds: policy.expireInSeconds });
            } finally {
              // Otherwise it would fetch only one job per polling interval.
              boss.notifyWorker(worker);
            }
          });
        }
      }
      if (!isForSending) for (const [name, cron] of schedules) await boss.schedule(name, cron);
    },
    async stop() {
      isStopping = true;
      await boss.stop({ graceful: true, wait: true, timeout: 6_000 });
      // pg-boss lets go of its last workers in the next turn of the event loop.
      await setImmediate();
    },
    close: () => database.close(),
  };
}
