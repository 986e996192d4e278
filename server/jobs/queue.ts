import PgBoss from 'pg-boss';
import { clientOf, type Tx } from '../db/transaction';

/** Every kind of background work with what it needs to know. */
export interface JobData {
  'process-file': { fileId: string };
  /** Takes up files whose worker died. */
  'resume-files': Record<string, never>;
  /** Mails a link that sets a new password to whoever has this e-mail, if anybody. */
  'send-reset-link': { email: string };
  'send-mail': { to: string; subject: string; text: string; html?: string; replyTo?: string };
  'renew-subscriptions': Record<string, never>;
  'release-earnings': Record<string, never>;
  'settle-payments': Record<string, never>;
  'publish-scheduled': Record<string, never>;
  /** Tells followers and subscribers of a post; `looks` counts how often its files were not ready yet. */
  'announce-post': { feedId: string; looks: number };
  /** Marks offline whose process died. */
  'sweep-presence': Record<string, never>;
  /** Mails what happened to people who are not here. */
  'mail-notices': Record<string, never>;
  /** Packs what belongs to somebody. */
  'export-data': { exportId: string };
  /** Deletes the accounts whose time of grace is over. */
  'delete-accounts': Record<string, never>;
  sweep: Record<string, never>;
  /** Deletes uploads that nothing was made of. */
  'sweep-files': Record<string, never>;
}

export type JobName = keyof JobData;
export type JobHandler<N extends JobName> = (data: JobData[N]) => Promise<void>;

/** Work that must happen though the process dies: at least once, so every handler may run twice without harm. */
export interface JobQueue {
  /** With `tx` the job exists if and only if the transaction commits. */
  send<N extends JobName>(name: N, data: JobData[N], options?: { tx?: Tx; runAt?: Date }): Promise<void>;
  work<N extends JobName>(name: N, handler: JobHandler<N>): void;
  /** Repeats a job by a cron expression in UTC, once over all processes. */
  repeat(name: JobName, cron: string): void;
  start(): Promise<void>;
  /** Waits for running jobs, at most some seconds; what was not finished runs again later. */
  stop(): Promise<void>;
}

const defaultRetry = { retryLimit: 2, retryDelay: 5, retryBackoff: true, expireInSeconds: 300 };
const retry: Partial<Record<JobName, typeof defaultRetry>> = {
  'process-file': { retryLimit: 3, retryDelay: 2, retryBackoff: true, expireInSeconds: 3600 },
  'export-data': { retryLimit: 2, retryDelay: 30, retryBackoff: true, expireInSeconds: 3600 },
  'send-mail': { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
};

/**
 * The queue on the application's own PostgreSQL (pg-boss, schema `pgboss`): survives restarts, shared by all processes.
 *
 * @param options.url the same database as the data, so that a job can be part of a transaction.
 */
export function createJobQueue(options: { url: string; onError(error: Error): void; pollSeconds?: number }): JobQueue {
  const boss = new PgBoss({ connectionString: options.url, max: 4 });
  boss.on('error', options.onError);
  const handlers = new Map<JobName, (data: never) => Promise<void>>();
  const schedules: [JobName, string][] = [];
  return {
    async send(name, data, { tx, runAt } = {}) {
      const sendOptions: PgBoss.SendOptions = { ...(runAt && { startAfter: runAt }), ...(tx && { db: inside(tx) }) };
      await boss.send(name, data, sendOptions);
    },
    work: (name, handler) => void handlers.set(name, handler),
    repeat: (name, cron) => void schedules.push([name, cron]),
    async start() {
      await boss.start();
      for (const [name, handler] of handlers) {
        await boss.createQueue(name, {
          name,
          ...(retry[name] ?? defaultRetry),
        });
        await boss.work<never>(name, { pollingIntervalSeconds: options.pollSeconds ?? 1 }, async (jobs) => {
          for (const job of jobs) await handler(job.data);
        });
      }
      for (const [name, cron] of schedules) await boss.schedule(name, cron);
    },
    stop: () => boss.stop({ graceful: true, wait: true, timeout: 6_000 }),
  };
}

/** Lets pg-boss write its row through an open transaction. */
const inside = (tx: Tx): PgBoss.Db => ({ executeSql: async (text, values) => clientOf(tx).query(text, values) });
