import type { DatabaseClient } from '../db/client';
import type { Tx } from '../db/transaction';
import { jobParts, type JobPart, type QueueState } from '../lib/site-state';
import { getJobPart } from './job-parts';

export interface FailedJob {
  id: string;
  name: string;
  attempts: number;
  failedAt: Date;
  /** Id of the request that sent it; null for scheduled jobs. */
  requestId: string | null;
  message: string;
}

export interface JobState {
  id: string;
  name: string;
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
  /** Null while it waits or runs. */
  endedAt: Date | null;
}

export type JobDesk = ReturnType<typeof createFailedJobs>;

const HAS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Uses the tables of pg-boss directly, because its own functions need a running queue. */
export function createFailedJobs(pool: DatabaseClient['pool']) {
  const change = async (id: string, statement: string, tx: Tx | undefined) => {
    if (!HAS_ID.test(id)) return false;
    const { rowCount } = await (tx?.connection ?? pool).query(`${statement} where id = $1 and state = 'failed'`, [id]);
    return (rowCount ?? 0) > 0;
  };
  return {
    /** Reads the whole table: pg-boss has no index for running or failed jobs. */
    async counts(): Promise<{ waiting: number; failed: number }> {
      const { rows } = await pool.query<{ waiting: number; failed: number }>(
        `select count(*) filter (where state < 'completed')::int as waiting,
          count(*) filter (where state = 'failed')::int as failed from pgboss.job`,
      );
      return rows[0] ?? { waiting: 0, failed: 0 };
    },
    /**
     * Jobs by part of the site. A job that is repeated counts from its first attempt, so that mails that a server keeps
     * refusing become old.
     */
    async measure(): Promise<Record<JobPart, QueueState>> {
      const { rows } = await pool.query<QueueState & { name: string }>(
        `select name, count(*) filter (where is_due)::int as due, count(*) filter (where state = 'failed')::int as failed,
          coalesce(extract(epoch from now() - min(since) filter (where is_due)), 0)::float as "ageSeconds"
        from (select name, state, state = 'retry' or state = 'active' or state = 'created' and start_after <= now() as is_due,
          case when state = 'created' then start_after else created_on end as since from pgboss.job) as jobs
        group by name`,
      );
      return sumByPart(rows);
    },

    async listFailed(): Promise<FailedJob[]> {
      const { rows } = await pool.query<FailedJob>(
        `select id, name, retry_count + 1 as attempts, completed_on as "failedAt",
          data ->> '$reqId' as "requestId",
          coalesce(output ->> 'message', output -> 'value' ->> 'message', output::text, '') as message
        from pgboss.job where state = 'failed' order by completed_on desc limit 200`,
      );
      return rows;
    },
    /** Jobs by id, finished ones too, as long as the queue keeps them. */
    async find(ids: readonly string[]): Promise<JobState[]> {
      const known = ids.filter((id) => HAS_ID.test(id));
      if (known.length === 0) return [];
      const columns = `id, name, state::text as state, completed_on as "endedAt"`;
      const { rows } = await pool.query<JobState>(
        `select ${columns} from pgboss.job where id = any($1::uuid[])
        union all select ${columns} from pgboss.archive where id = any($1::uuid[])`,
        [known],
      );
      return rows;
    },
    /** Gives a failed job one more attempt. @returns false if there is no such job */
    retry: (id: string, tx?: Tx): Promise<boolean> =>
      change(
        id,
        `update pgboss.job set state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = null`,
        tx,
      ),
    discard: (id: string, tx?: Tx): Promise<boolean> => change(id, 'delete from pgboss.job', tx),
  };
}

function sumByPart(rows: readonly (QueueState & { name: string })[]): Record<JobPart, QueueState> {
  const states = Object.fromEntries(jobParts.map((part) => [part, { due: 0, ageSeconds: 0, failed: 0 }])) as Record<
    JobPart,
    QueueState
  >;
  for (const { name, due, ageSeconds, failed } of rows) {
    const state = states[getJobPart(name)];
    state.due += due;
    state.failed += failed;
    state.ageSeconds = Math.max(state.ageSeconds, ageSeconds);
  }
  return states;
}
