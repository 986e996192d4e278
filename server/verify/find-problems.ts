import { sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { checkBalances, type LedgerFinding } from '../ledger/check-balances';

/** The pool or an open transaction. */
type Reader = Pick<Db, 'execute'>;

/** One promise that the stored data breaks, in words for the operator. */
export interface Problem {
  rule: LedgerFinding['rule'] | keyof typeof queries;
  /** Id of what is wrong. */
  subject: string;
  detail: string;
}

/** Each lists what breaks a rule, as rows of `subject` and `detail`; none when all is well. */
const queries = {
  'one-subscription-a-pair': sql`
    select user_id || ':' || performer_id as subject, count(*) || ' subscriptions' as detail
    from subscriptions group by user_id, performer_id having count(*) > 1`,
  'access-is-paid': sql`
    select s.id as subject, s.subscription_type || ' subscription open without a payment' as detail
    from subscriptions s
    where s.expired_at > now() and s.subscription_type in ('monthly', 'yearly') and not exists (
      select 1 from payment_transactions p where p.user_id = s.user_id and p.performer_id = s.performer_id
      and p.status = 'success' and p.type in ('monthly_subscription', 'yearly_subscription'))
    union all
    select s.id, 'platform subscription open without a payment' from platform_subscriptions s
    where s.expired_at > now() and not exists (
      select 1 from payment_transactions p where p.user_id = s.user_id and p.status = 'success' and p.target = 'platform')`,
  'period-paid-once': sql`
    select substring(key from '^renew:[^:]+:.*(?=:[0-9]+$)') as subject, count(*) || ' payments' as detail
    from payment_transactions where key like 'renew:%' and status = 'success' group by 1 having count(*) > 1`,
  'payment-is-booked': sql`
    select p.id as subject, p.type || ' succeeded without a transfer' as detail from payment_transactions p
    where p.status = 'success' and p.total_price > 0
    and not exists (select 1 from ledger_transfers t where t.subject = p.id)
    union all
    select p.id, p.type || ' ended as ' || p.status || ' but has a transfer' from payment_transactions p
    where p.status in ('fail', 'canceled') and exists (select 1 from ledger_transfers t where t.subject = p.id)`,
  'purchase-is-charged': sql`
    select p.user_id || ':' || p.target || ':' || p.target_id as subject, 'owned without a charge' as detail
    from purchases p where not exists (
      select 1 from wallet_charges c where c.id = p.charge_id and c.user_id = p.user_id and c.target = p.target
      and c.target_id = p.target_id and c.status = 'success')`,
  'income-is-booked': sql`
    select e.id as subject, 'earned without a sale' as detail from earnings e
    where not exists (select 1 from wallet_charges c where c.id = e.transaction_id and c.status = 'success')
    and not exists (select 1 from payment_transactions p where p.id = e.transaction_id and p.status = 'success')
    union all
    select e.id, 'released without a transfer' from earnings e where e.released_at is not null and e.net_price > 0
    and not exists (select 1 from ledger_transfers t where t.key = 'release:' || e.id)`,
};

/**
 * Looks for broken promises in live data, reading only: the books, who has access without having paid, payments without
 * a trace. Promises W-10.
 *
 * @returns what is wrong; empty when nothing is.
 */
export async function findProblems(db: Reader): Promise<Problem[]> {
  const problems: Problem[] = await checkBalances(db);
  for (const rule of Object.keys(queries) as (keyof typeof queries)[]) {
    const { rows } = await db.execute<{ subject: string; detail: string }>(queries[rule]);
    problems.push(...rows.map(({ subject, detail }) => ({ rule, subject, detail })));
  }
  return problems;
}
