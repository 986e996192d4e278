import PgBoss from 'pg-boss';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseClient } from '../db/client';
import type { Tx } from '../db/transaction';
import type { Failures } from '../log/failures';
import { currentScope, inScope } from '../log/scope';
import { getMailPriority, MAIL_CONNECTIONS, type MailKind } from '../lib/mail-priority';
import { createFailedJobs, type JobDesk } from './failed-jobs';
import { createRetryingDatabase } from './retrying-database';

/** `turns` that the work of its owner counted as when it was queued. */
interface FileToProcess {
  fileId: string;
  turns?: number;
}

/** Every kind of background work with what it needs to know. */
export interface JobData {
  /** Makes what is served of a file. Longer work has queues of its own, so that it never stands before short work. */
  'process-short-file': FileToProcess;
  'process-file': FileToProcess;
  'process-medium-file': FileToProcess;
  'process-long-file': FileToProcess;
  'process-lengthy-file': FileToProcess;
  /** Makes the qualities of a film that can be played already. */
  'make-ladder': { fileId: string };
  'make-long-ladder': { fileId: string };
  /** Takes up files whose worker died. */
  'resume-files': Record<string, never>;
  /** Mails a link that sets a new password to whoever has this e-mail, if anybody. */
  'send-reset-link': { email: string };
  /** Mails the link that confirms an e-mail, if this account, or any, has it and it is not confirmed. */
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
  /** Mails what was paid or paid back, or that a subscription will not renew, or renews after all. Sums in cents. */
  'send-receipt':
    | { paymentId: string; reason?: string }
    | { cancelled: { userId: string; performerId: string | null; until: string | null } }
    | { resumed: { userId: string; performerId: string | null; renewsAt: string; price: number } };
  /** Numbers what was paid and paid back since. */
  'number-invoices': Record<string, never>;
  /** Tells the tax gateway what was paid by card and paid back since. */
  'report-taxes': Record<string, never>;
  /** Pays back what was bought and broke, where its creator did not replace it in time. */
  'refund-broken-sales': Record<string, never>;
  /** Mails one side of an order what became of it; the news of a new one is of all that was paid for together. */
  'send-order-mail': {
    orderId: string;
    news: 'ordered' | 'shipped' | 'address' | 'delivered' | 'cancelled' | 'refunded';
    side: 'buyer' | 'seller';
    reason?: string;
  };
  /** Hands requests for refunds to the operators that their creators did not answer. */
  'pass-on-refunds': Record<string, never>;
  /** Asks the gateway to pay a charge back to its card. */
  'refund-card': { id: string };
  /** Takes up refunds to cards whose job was lost. */
  'refund-cards': Record<string, never>;
  /** Sends an approved payout through the gateway. */
  'pay-payout': { id: string };
  /** Takes up approved payouts that were not sent yet. */
  'pay-payouts': Record<string, never>;
  /** Compares the books of the day before with the gateway's record. */
  reconcile: Record<string, never>;
  /** Has the gateway forget a card that is no longer saved. */
  'detach-card': { token: string };
  /** Brings up to date what an event of the payment gateway is about. */
  'handle-gateway-event': { id: string };
  /** Takes up events whose job was lost. */
  'handle-gateway-events': Record<string, never>;
  'renew-subscriptions': Record<string, never>;
  /** Tells subscribers of a creator, or of the site, what their renewals will cost now; one of them, or all. */
  'announce-prices': { performerId: string | null; userId?: string };
  'release-earnings': Record<string, never>;
  'settle-payments': Record<string, never>;
  'publish-scheduled': Record<string, never>;
  /** Tells followers and subscribers of an item; `looks` counts how often its files were not ready yet. */
  'announce-item': { itemId: string; looks: number };
  /** The same as versions before items were kept it; some of them may still wait. */
  'announce-post': { feedId: string; looks: number };
  /** Tells followers and subscribers of a creator that they are live. */
  'announce-show': { streamId: string };
  /** Tells those who asked that an announced show begins. */
  'remind-of-shows': Record<string, never>;
  /** Tells a creator of the replay of their show once it plays; `looks` counts how often it was not ready yet. */
  'announce-replay': { streamId: string; looks: number };
  /** Takes up recordings that are still there, because a process died or there was no room. */
  'collect-recordings': Record<string, never>;
  /** Pays tickets back: of a show that was over too soon, or of a fan whom its host has blocked. */
  'refund-tickets':
    | { streamId: string }
    | { streamId: string; removedId: string }
    | { performerId: string; userId: string; since: string };
  /** Marks offline whose process died. */
  'sweep-presence': Record<string, never>;
  /** Mails what happened to people who are not here. */
  'mail-notices': Record<string, never>;
  /** Packs the data of an account; one with much of it has a queue of its own. */
  'export-data': { exportId: string };
  'export-large-data': { exportId: string };
  /** Deletes the accounts whose time of grace is over. */
  'delete-accounts': Record<string, never>;
  sweep: Record<string, never>;
  /** Deletes uploads that nothing was made of. */
  'sweep-files': Record<string, never>;
  'read-search-words': Record<string, never>;
}

export type JobName = keyof JobData;
export type JobHandler<N extends JobName> = (data: JobData[N]) => Promise<void>;

export interface SendOptions {
  tx?: Tx;
  runAt?: Date;
  /** Of jobs that lead to no mail; those stand in line by the kind of the mail, and by who asked for it. */
  priority?: number;
}

/** Work that must happen though the process dies: at least once, so every handler may run twice without harm. */
export interface JobQueue extends JobDesk {
  /**
   * With `tx` the job exists if and only if the transaction commits. Of jobs that wait, those with the higher `priority` (0
   * unless given) run first: senders use it to let accounts take turns.
   */
  send<N extends JobName>(name: N, data: JobData[N], options?: SendOptions): Promise<void>;
  work<N extends JobName>(name: N, handler: JobHandler<N>): void;
  /** Repeats a job by a cron expression in UTC, once over all processes. */
  repeat(name: JobName, cron: string): void;
  /** @param options.isForSending jobs are sent only: a process that ends in a moment must not begin somebody's film. */
  start(options?: { isForSending?: boolean }): Promise<void>;
  /** Waits for running jobs, at most some seconds; what was not finished runs again later. */
  stop(): Promise<void>;
  /** Gives its connections back; whoever made the queue does so last, also when it was never started. */
  close(): Promise<void>;
}

/** How long failed jobs stay on the operator's list. */
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
  // Given up while it goes on, it would meet itself on the same followers: a creator may have hundreds of thousands.
  'announce-item': { ...defaultRetry, expireInSeconds: 3600 },
  'announce-show': { ...defaultRetry, expireInSeconds: 3600 },
  // For some hours: other companies and mail servers are away for longer than databases.
  'detach-card': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'handle-gateway-event': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'pay-payout': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'refund-card': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'refund-tickets': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 600 },
  'send-order-mail': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'send-receipt': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'send-mail': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
};

/** Jobs of a kind that one process works on at a time, where more than one. */
const workers: Partial<Record<JobName, number>> = {
  'process-short-file': 2,
  'process-file': 2,
  'send-mail': MAIL_CONNECTIONS,
};

/** Jobs that write a mail and send it by another job, with the kind of mail. */
const kindsOfJobs: Partial<Record<JobName, MailKind>> = {
  'send-reset-link': 'awaited',
  'send-verification-link': 'unconfirmed',
  'send-receipt': 'news',
  'send-order-mail': 'news',
};

/**
 * The queue on the application's own PostgreSQL (pg-boss, schema `pgboss`): survives restarts, shared by all processes.
 * While the database is away it waits, and goes on by itself.
 *
 * @param options.database connections of its own to the database of the data, so that a job can be part of a transaction;
 * the queue closes them.
 */
export function createJobQueue(options: {
  database: DatabaseClient;
  failures: Failures;
  pollSeconds?: number;
  /** Pause before a job is tried again, instead of that of its kind. */
  retrySeconds?: number;
}): JobQueue {
  const { database, failures } = options;
  const desk = createFailedJobs(database.pool);
  let isStopping = false;
  // pg-boss does not await what it writes of the end of a job: a rejection there would end the process.
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
        // One that was there before keeps what it was made with.
        await boss.updateQueue(name, { name, ...policy });
        if (isForSending) continue;
        const polling = { pollingIntervalSeconds: options.pollSeconds ?? 1 };
        for (let count = 0; count < (workers[name] ?? 1); count += 1) {
          const worker: string = await boss.work<object | null>(name, polling, async (jobs) => {
            try {
              for (const job of jobs) await attempt(job, { name, handler, failures, seconds: policy.expireInSeconds });
            } finally {
              // By itself it would take one job a second, however many wait.
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

/** The member of a job's data that names the request it goes back to, so that the log can. */
const CAUSE = '$reqId';
/** The turns that its caller had, by which the mails stand in line that it sends. */
const TURNS = '$turns';
const cause = (turns: number | undefined) => {
  const scope = currentScope();
  return scope && { [CAUSE]: scope.reqId, ...(turns !== undefined && { [TURNS]: turns }) };
};

/** Where a job that sends a mail, or leads to one, stands in line; undefined for other jobs. */
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
  /** After these the job counts as failed, although what it began may go on. */
  seconds: number;
}

/** Does a job once, in the name of the request that sent it. @throws what the handler throws, once it was reported. */
function attempt({ id, data }: PgBoss.Job<object | null>, { name, handler, failures, seconds }: Work): Promise<void> {
  const { [CAUSE]: reqId = id, [TURNS]: turns = 0, ...rest } = (data ?? {}) as { [CAUSE]?: string; [TURNS]?: number };
  return inScope({ reqId, job: name, countMail: () => turns }, async () => {
    const timer = new AbortController();
    try {
      // A little before pg-boss gives it up, which would tell nobody.
      const late = sleep(seconds * 1000 - 500, undefined, { signal: timer.signal, ref: false }).then(() => {
        throw new Error(`took longer than ${seconds} s`);
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
