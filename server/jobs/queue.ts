import PgBoss from 'pg-boss';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseClient } from '../db/client';
import type { Tx } from '../db/transaction';
import type { Failures } from '../log/failures';
import { currentScope, inScope } from '../log/scope';
import { getMailPriority, MAIL_CONNECTIONS, type MailKind } from '../lib/mail-priority';
import { createFailedJobs, type JobDesk } from './failed-jobs';
import { createRetryingDatabase } from './retrying-database';

/** `turns` is the recent work of the file's owner, as of queuing. */
interface FileToProcess {
  fileId: string;
  turns?: number;
}

export interface JobData {
  /** Creates the variants of a file. Longer work has queues of its own, so that it never delays short work. */
  'process-short-file': FileToProcess;
  'process-file': FileToProcess;
  'process-medium-file': FileToProcess;
  'process-long-file': FileToProcess;
  'process-lengthy-file': FileToProcess;
  /** Creates the renditions of a video that is already playable. */
  'make-ladder': { fileId: string };
  'make-long-ladder': { fileId: string };
  /** Resumes files whose worker died. */
  'resume-files': Record<string, never>;
  /** Mails a link to set a new password to the account with this email, if there is one. */
  'send-reset-link': { email: string };
  /** Mails a link to confirm an email, if this account, or any, has it unconfirmed. */
  'send-verification-link': { accountId?: string | undefined; email: string; returnTo?: string | undefined };
  'send-mail': {
    kind: MailKind;
    to: string;
    subject: string;
    text: string;
    html?: string;
    replyTo?: string;
    headers?: Readonly<Record<string, string>>;
  };
  /** Mails a receipt for a payment or refund, or that a subscription will not renew, or renews again. Amounts in cents. */
  'send-receipt':
    | { paymentId: string; reason?: string }
    | { cancelled: { userId: string; performerId: string | null; until: string | null } }
    | { resumed: { userId: string; performerId: string | null; renewsAt: string; price: number } };
  'number-invoices': Record<string, never>;
  'report-taxes': Record<string, never>;
  /** Refunds broken items that their creator did not replace in time. */
  'refund-broken-sales': Record<string, never>;
  /** Mails an event of an order to one side; `ordered` covers all that was paid for together. */
  'send-order-mail': {
    orderId: string;
    news: 'ordered' | 'shipped' | 'address' | 'delivered' | 'cancelled' | 'refunded';
    side: 'buyer' | 'seller';
    reason?: string;
  };
  /** Passes refund requests that creators did not answer to the operators. */
  'pass-on-refunds': Record<string, never>;
  'refund-card': { id: string };
  /** Resumes refunds to cards whose job was lost. */
  'refund-cards': Record<string, never>;
  'pay-payout': { id: string };
  /** Resumes approved payouts that were not sent. */
  'pay-payouts': Record<string, never>;
  reconcile: Record<string, never>;
  'detach-card': { token: string };
  /** Updates the object of an event of the payment gateway. */
  'handle-gateway-event': { id: string };
  /** Resumes events whose job was lost. */
  'handle-gateway-events': Record<string, never>;
  'renew-subscriptions': Record<string, never>;
  /** Notifies one subscriber, or all, of a new renewal price of a creator, or of the site. */
  'announce-prices': { performerId: string | null; userId?: string };
  'release-earnings': Record<string, never>;
  'settle-payments': Record<string, never>;
  'publish-scheduled': Record<string, never>;
  /** Notifies followers and subscribers of an item; `looks` counts how often its files were not ready. */
  'announce-item': { itemId: string; looks: number };
  /** As older versions queued it; such jobs can still be waiting. */
  'announce-post': { feedId: string; looks: number };
  'announce-show': { streamId: string };
  'remind-of-shows': Record<string, never>;
  /** Notifies a creator once the replay of their show is playable; `looks` counts how often it was not ready. */
  'announce-replay': { streamId: string; looks: number };
  /** Resumes recordings that a crash or a full disk left over. */
  'collect-recordings': Record<string, never>;
  /** Refunds tickets: of a show that ended too early, of a removed viewer, or of a fan whom the host blocked. */
  'refund-tickets':
    | { streamId: string }
    | { streamId: string; removedId: string }
    | { performerId: string; userId: string; since: string };
  /** Marks accounts as offline whose process died. */
  'sweep-presence': Record<string, never>;
  /** Mails digests of unread news. */
  'mail-notices': Record<string, never>;
  /** Exports the data of an account; a large account has a queue of its own. */
  'export-data': { exportId: string };
  'export-large-data': { exportId: string };
  'delete-accounts': Record<string, never>;
  sweep: Record<string, never>;
  'sweep-files': Record<string, never>;
  'read-search-words': Record<string, never>;
}

export type JobName = keyof JobData;
export type JobHandler<N extends JobName> = (data: JobData[N]) => Promise<void>;

export interface SendOptions {
  tx?: Tx;
  runAt?: Date;
  /** For jobs without a mail: mails are ordered by their kind and by who requested them. */
  priority?: number;
}

/** Work that must survive a crash. Jobs run at least once, so every handler must be safe to repeat. */
export interface JobQueue extends JobDesk {
  /**
   * With `tx`, the job exists only if it commits. Jobs with a higher `priority` (default 0) run first, to be fair between
   * accounts.
   */
  send<N extends JobName>(name: N, data: JobData[N], options?: SendOptions): Promise<void>;
  work<N extends JobName>(name: N, handler: JobHandler<N>): void;
  /** @param cron expression in UTC; runs once over all processes. */
  repeat(name: JobName, cron: string): void;
  /** @param options.isForSending send jobs but run none: a process that ends soon must not start long work. */
  start(options?: { isForSending?: boolean }): Promise<void>;
  /** Waits some seconds for running jobs; unfinished ones run again later. */
  stop(): Promise<void>;
  /** Closes the connections. Call it last, even if the queue was never started. */
  close(): Promise<void>;
}

const DAYS_LISTED = 30;

const defaultRetry = { retryLimit: 2, retryDelay: 5, retryBackoff: true, expireInSeconds: 300 };
const processing = { retryLimit: 3, retryDelay: 2, retryBackoff: true, expireInSeconds: 3600 };
const lengthy = { ...processing, expireInSeconds: 5 * 3600 };
const ladder = { retryLimit: 3, retryDelay: 30, retryBackoff: true, expireInSeconds: 4 * 3600 };
const exporting = { retryLimit: 2, retryDelay: 30, retryBackoff: true, expireInSeconds: 3600 };
const retry: Partial<Record<JobName, typeof defaultRetry>> = {
  'process-short-file': processing,
  'process-file': processing,
  'process-medium-file': processing,
  'process-long-file': processing,
  'process-lengthy-file': lengthy,
  'make-ladder': ladder,
  'make-long-ladder': ladder,
  'export-data': exporting,
  'export-large-data': exporting,
  // An expired job would run again while it still works on the same followers, of whom there can be hundreds of thousands.
  'announce-item': { ...defaultRetry, expireInSeconds: 3600 },
  'announce-show': { ...defaultRetry, expireInSeconds: 3600 },
  // For some hours: third parties and mail servers are unavailable for longer than databases.
  'detach-card': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'handle-gateway-event': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'pay-payout': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'refund-card': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'refund-tickets': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 600 },
  'send-order-mail': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'send-receipt': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'send-mail': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
};

/** Concurrent jobs per process, if more than one. */
const workers: Partial<Record<JobName, number>> = {
  'process-short-file': 2,
  'process-file': 2,
  'send-mail': MAIL_CONNECTIONS,
};

/** Jobs that send a mail by another job, with the kind of mail. */
const kindsOfJobs: Partial<Record<JobName, MailKind>> = {
  'send-reset-link': 'awaited',
  'send-verification-link': 'unconfirmed',
  'send-receipt': 'news',
  'send-order-mail': 'news',
};

/**
 * pg-boss on the application's PostgreSQL (schema `pgboss`). Waits while the database is unavailable. `database` is a pool of its
 * own, so that a job can be part of a transaction; the queue closes it.
 */
export function createJobQueue(options: {
  database: DatabaseClient;
  failures: Failures;
  pollSeconds?: number;
  retrySeconds?: number;
}): JobQueue {
  const { database, failures } = options;
  const desk = createFailedJobs(database.pool);
  let isStopping = false;
  // pg-boss does not await its write of a job's end: a rejection there would crash the process.
  const patient = createRetryingDatabase(database.pool, () => isStopping);
  const boss = new PgBoss({ db: patient, archiveFailedAfterSeconds: DAYS_LISTED * 86_400 });
  boss.on('error', (error) => failures.report('job', 'queue', error));
  const handlers = new Map<JobName, (data: never) => Promise<void>>();
  const schedules: [JobName, string][] = [];
  return {
    ...desk,
    async send(name, data, { tx, runAt, priority = 0 } = {}) {
      const connection = tx?.connection ?? database.pool;
      const place = getMailPlace(name, data);
      const db = { executeSql: (text: string, values: unknown[]) => connection.query(text, values) };
      await boss.send(
        name,
        { ...data, ...cause(place?.turns) },
        { ...(runAt && { startAfter: runAt }), priority: place?.priority ?? priority, db },
      );
    },
    work: (name, handler) => void handlers.set(name, handler),
    repeat: (name, cron) => void schedules.push([name, cron]),
    async start({ isForSending = false } = {}) {
      await boss.start();
      for (const [name, handler] of handlers) {
        const policy = { ...(retry[name] ?? defaultRetry) };
        if (options.retrySeconds !== undefined) policy.retryDelay = options.retrySeconds;
        await boss.createQueue(name, { name, ...policy });
        // Creating a queue does not update an existing one.
        await boss.updateQueue(name, { name, ...policy });
        if (isForSending) continue;
        const polling = { pollingIntervalSeconds: options.pollSeconds ?? 1 };
        for (let count = 0; count < (workers[name] ?? 1); count += 1) {
          const worker: string = await boss.work<object | null>(name, polling, async (jobs) => {
            try {
              for (const job of jobs) await attempt(job, { name, handler, failures, seconds: policy.expireInSeconds });
            } finally {
              // Otherwise it would fetch one job per polling interval.
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
    },
    close: () => database.close(),
  };
}

/** Key in a job's data for the id of the request that caused it, for the log. */
const CAUSE = '$reqId';
/** Key for the caller's recent mails, which set the priority of mails that the job sends. */
const TURNS = '$turns';
const cause = (turns: number | undefined) => {
  const scope = currentScope();
  return scope && { [CAUSE]: scope.reqId, ...(turns !== undefined && { [TURNS]: turns }) };
};

/** Priority of a job that is a mail or sends one; undefined for other jobs. */
function getMailPlace(name: JobName, data: JobData[JobName]): { turns: number; priority: number } | undefined {
  const kind = name === 'send-mail' ? (data as JobData['send-mail']).kind : kindsOfJobs[name];
  if (kind === undefined) return undefined;
  const turns = currentScope()?.countMail?.() ?? 0;
  return { turns, priority: getMailPriority(kind, turns) };
}

interface Work {
  name: JobName;
  handler: JobHandler<never>;
  failures: Failures;
  seconds: number;
}

/** Runs a job in the scope of the request that sent it. Reports errors, and throws them. */
function attempt({ id, data }: PgBoss.Job<object | null>, { name, handler, failures, seconds }: Work): Promise<void> {
  const { [CAUSE]: reqId = id, [TURNS]: turns = 0, ...rest } = (data ?? {}) as { [CAUSE]?: string; [TURNS]?: number };
  return inScope({ reqId, job: name, countMail: () => turns }, async () => {
    const timer = new AbortController();
    try {
      // Shortly before pg-boss expires the job, which it does silently.
      const late = sleep(seconds * 1000 - 500, undefined, { signal: timer.signal, ref: false }).then(() => {
        throw new Error(`Job took longer than ${seconds} s`);
      });
      await Promise.race([handler(rest as never), late]);
    } catch (error) {
      failures.report(name === 'send-mail' ? 'mail' : 'job', name, error);
      throw error;
    } finally {
      timer.abort();
    }
  });
}
