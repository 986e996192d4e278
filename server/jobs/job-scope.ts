import { setTimeout as sleep } from 'node:timers/promises';
import { getMailPriority, type MailKind } from '../lib/mail-priority';
import type { Failures } from '../log/failures';
import { currentScope, inScope } from '../log/scope';
import type { JobData, JobName } from './job-data';

/** Jobs that send a mail through another job, and the kind of that mail. */
const kindsOfJobs: Partial<Record<JobName, MailKind>> = {
  'send-reset-link': 'awaited',
  'send-verification-link': 'unconfirmed',
  'send-receipt': 'news',
  'send-order-mail': 'news',
};

/** Key in a job's data under which the id of the causing request is passed on, for the log. */
const CAUSE = '$reqId';
/** Key in a job's data for the number of mails that the caller recently caused, which decides their priority. */
const TURNS = '$turns';

const describeCause = (turns: number | undefined) => {
  const scope = currentScope();
  return scope && { [CAUSE]: scope.reqId, ...(turns !== undefined && { [TURNS]: turns }) };
};

/** Adds what `runJob` reads to a job's data. `priority` is set only for jobs that are a mail or send one. */
export function addCause<N extends JobName>(name: N, data: JobData[N]): { data: object; priority: number | undefined } {
  const place = getMailPlace(name, data);
  return { data: { ...data, ...describeCause(place?.turns) }, priority: place?.priority };
}

function getMailPlace(name: JobName, data: JobData[JobName]): { turns: number; priority: number } | undefined {
  const kind = name === 'send-mail' ? (data as JobData['send-mail']).kind : kindsOfJobs[name];
  if (kind === undefined) return undefined;
  const turns = currentScope()?.countMail?.() ?? 0;
  return { turns, priority: getMailPriority(kind, turns) };
}

interface RunOptions {
  name: JobName;
  handler(data: never): Promise<void>;
  failures: Failures;
  seconds: number;
}

/** Runs a job in the scope of the request that sent it. Reports errors, and rethrows them. */
export function runJob(
  { id, data }: { id: string; data: object | null },
  { name, handler, failures, seconds }: RunOptions,
): Promise<void> {
  const { [CAUSE]: reqId = id, [TURNS]: turns = 0, ...rest } = (data ?? {}) as { [CAUSE]?: string; [TURNS]?: number };
  return inScope({ reqId, job: name, countMail: () => turns }, async () => {
    const timer = new AbortController();
    try {
      // Shortly before pg-boss expires the job, which would not be logged.
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
