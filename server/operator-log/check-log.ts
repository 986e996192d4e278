import { sql } from 'drizzle-orm';
import type { Db } from '../db/client';

export interface LogFinding {
  rule: 'operator-log-is-whole';
  subject: string;
  detail: string;
}

/** Recomputes the chain of the operators' log. @returns the changed, missing and added lines */
export async function checkOperatorLog(db: Pick<Db, 'execute'>): Promise<LogFinding[]> {
  const { rows } = await db.execute<{ subject: string; detail: string }>(sql`
    with lines as (
      select a.seq, a.hash, a.previous_hash, operator_act_hash(a) as computed,
        lag(a.hash, 1, '') over (order by a.seq) as hash_before, row_number() over (order by a.seq) as place
      from operator_acts a)
    select 'line ' || seq as subject,
      case when hash <> computed then 'was changed' else 'does not follow the line before it' end as detail
    from lines where hash <> computed or previous_hash <> hash_before or seq <> place
    union all
    select 'line ' || log_end.seq, 'is not the last line, as it should be' from operator_log_end log_end
    where not exists (
      select 1 from operator_acts a where a.seq = log_end.seq and a.hash = log_end.hash
        and not exists (select 1 from operator_acts later where later.seq > a.seq))
      and (log_end.seq > 0 or exists (select 1 from operator_acts))`);
  return rows.map((row) => ({ rule: 'operator-log-is-whole', ...row }));
}
