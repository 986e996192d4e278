import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';

export interface RenewalReport {
  kind: 'creator' | 'platform';
  /** Number of subscriptions that are paid until their next renewal. */
  paid: number;
  /** Due, but without a payment: the next run of the job renews them. */
  due: number;
  /** With an open renewal payment. */
  underWay: number;
  /** Failed and to be retried, the first of them at `nextTry`. */
  retried: number;
  nextTry: Date | null;
}

export async function readRenewalReport(db: Db, now: Date): Promise<RenewalReport[]> {
  const { rows } = await db.execute<Omit<RenewalReport, 'nextTry'> & { nextTry: string | null }>(sql`
    with running as (
      select 'creator' as kind, user_id, performer_id as target_id, 'performer' as target, status, next_recurring_date as next
      from subscriptions where status in ('active', 'past_due') and subscription_type in ('monthly', 'yearly')
      union all
      select 'platform', user_id, '', 'platform', status, next_recurring_date
      from platform_subscriptions where status in ('active', 'past_due')
    ), seen as (
      select r.*, exists (select 1 from payment_transactions p where p.user_id = r.user_id and p.target = r.target
        and coalesce(p.target_id, '') = r.target_id and p.status in ('processing', 'require_authentication')) as is_paying
      from running r
    )
    select kinds.kind,
      count(*) filter (where next > ${now} and status = 'active' and not is_paying)::int as paid,
      count(*) filter (where next <= ${now} and not is_paying)::int as due,
      count(*) filter (where is_paying)::int as "underWay",
      count(*) filter (where next > ${now} and status = 'past_due' and not is_paying)::int as retried,
      min(next) filter (where next > ${now} and status = 'past_due' and not is_paying) as "nextTry"
    from (values ('creator'), ('platform')) as kinds(kind) left join seen on seen.kind = kinds.kind
    group by kinds.kind order by kinds.kind`);
  return rows.map((row) => ({ ...row, nextTry: row.nextTry === null ? null : new Date(row.nextTry) }));
}
