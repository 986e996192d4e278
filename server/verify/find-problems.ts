import { sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { checkBalances, type LedgerFinding } from '../ledger/check-balances';
import { isNumbered, paidCodes } from '../ledger/transfers';
import { checkOperatorLog, type LogFinding } from '../operator-log/check-log';

const DAY_MS = 24 * 3600 * 1000;

type Reader = Pick<Db, 'execute'>;

/** A violated rule, worded for the operator. */
export interface Problem {
  rule:
    | LedgerFinding['rule']
    | LogFinding['rule']
    | keyof typeof queries
    | 'renewal-is-asked-for'
    | 'broken-sale-is-paid-back';
  subject: string;
  detail: string;
}

/** Subscriptions to creators and to the platform, as one table. */
const anySubscription = sql`(
  select id, user_id, performer_id as target_id, 'performer' as target, subscription_type in ('monthly', 'yearly') as recurs,
    status, next_recurring_date as next_at, expired_at, renewal_attempts as attempts
  from subscriptions where status <> 'created'
  union all
  select id, user_id, '', 'platform', true, status, next_recurring_date, expired_at, renewal_attempts
  from platform_subscriptions) s`;

/** Each query selects the violations of one rule. */
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
    and not exists (select 1 from wallet_charges c join ledger_transfers t on t.subject = c.id where c.payment_id = p.id)
    union all
    select p.id, p.type || ' ended as ' || p.status || ' but has a transfer' from payment_transactions p
    where p.status in ('fail', 'canceled') and exists (select 1 from ledger_transfers t where t.subject = p.id)`,
  'purchase-is-charged': sql`
    select p.user_id || ':' || p.target || ':' || p.target_id as subject, 'owned without a charge' as detail
    from purchases p where not exists (
      select 1 from wallet_charges c where c.id = p.charge_id and c.user_id = p.user_id and c.target = p.target
      and c.target_id = p.target_id and c.status = 'success')`,
  'purchase-has-item': sql`
    select p.user_id || ':' || p.target || ':' || p.target_id as subject, 'paid for, but deleted' as detail from purchases p
    where (p.target in ('feed', 'video', 'gallery', 'product') and not exists (select 1 from items i where i.id = p.target_id and i.kind = p.target))
    or (p.target = 'message' and not exists (select 1 from messages m where m.id = p.target_id))`,
  'purchase-can-be-opened': sql`
    select p.user_id || ':' || p.target || ':' || p.target_id as subject, 'a file is broken, and no refund is planned' as detail
    from purchases p join (
      select i.kind as target, i.id, h.file_id from item_files h join items i on i.id = h.item_id where h.role = 'content'
      union select 'gallery', i.parent_id, h.file_id from item_files h join items i on i.id = h.item_id
        where h.role = 'content' and i.parent_id is not null and i.deleted_at is null
      union select 'message', message_id, file_id from message_files) held on held.target = p.target and held.id = p.target_id
    join files f on f.id = held.file_id and f.status = 'error' and p.created_at >= f.created_at and p.created_at < f.updated_at
    where not exists (select 1 from broken_sales b where b.target = p.target and b.target_id = p.target_id)`,
  'item-is-whole': sql`
    select i.id as subject, 'a ' || i.kind || ' without the row of its kind' as detail from items i
    where not exists (select 1 from feed_posts f where f.id = i.id and i.kind = 'feed'
      union all select 1 from videos v where v.id = i.id and i.kind = 'video'
      union all select 1 from galleries g where g.id = i.id and i.kind = 'gallery'
      union all select 1 from photos p where p.id = i.id and i.kind = 'photo'
      union all select 1 from products p where p.id = i.id and i.kind = 'product')
    union all
    select i.id, 'a photo that is not offered as its gallery' from items i join items g on g.id = i.parent_id join photos p on p.id = i.id
    where i.audience <> g.audience or i.price <> g.price or (i.status = 'active' and g.status <> 'active')
      or (i.taken_down_at is null) <> (g.taken_down_at is null and p.taken_down_at is null)`,
  'charge-gives-something': sql`
    select c.id as subject, c.target || ' charged, but not owned' as detail from wallet_charges c
    where c.target in ('feed', 'message', 'video', 'gallery') and c.type = c.target and c.status = 'success' and not exists (
      select 1 from purchases p where p.charge_id = c.id)`,
  'order-is-charged': sql`
    select o.id as subject, 'order total ' || o.total_price || ', charged ' || coalesce((c.total_price + c.tax_amount)::text, 'nothing') as detail
    from orders o left join wallet_charges c on c.id = o.transaction_id and c.user_id = o.user_id and c.target_id = o.product_id
    where c.id is null or c.total_price + c.tax_amount <> o.total_price or (c.status = 'refunded') <> (o.delivery_status = 'refunded')
    union all
    select c.id, 'paid for a product, but there is no order' from wallet_charges c
    where c.type = 'product' and not exists (select 1 from orders o where o.transaction_id = c.id)`,
  'card-refund-is-booked': sql`
    select r.id as subject, 'refund of ' || r.amount || ' to a card, but the sale is not reversed' as detail from card_refunds r
    where not exists (select 1 from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
      join ledger_accounts a on a.id = e.account_id and a.kind = 'gateway'
      where t.key in ('refund:' || r.id, 'part-refund:' || r.id) and e.amount = r.amount)
    and not exists (select 1 from payment_transactions p join ledger_transfers t on t.key = 'refund-to-wallet:' || p.id
      where p.id = r.id and p.failure_message <> '' and r.status = 'to_wallet')
    union all
    select c.id, 'a sale by card was taken back, and nobody pays the card back' from wallet_charges c
    where c.payment_id is not null and c.status = 'refunded' and not exists (select 1 from card_refunds r where r.id = c.id)
    and not exists (select 1 from disputes d where d.payment_id = c.payment_id and d.status = 'lost')`,
  'refund-request-is-true': sql`
    select r.id as subject, 'refund request is ' || r.state || ', but its sale is ' || coalesce(c.status, p.status, 'deleted') as detail
    from refund_requests r left join wallet_charges c on c.id = r.sale_id left join payment_transactions p on p.id = r.sale_id
    where (r.state = 'granted') <> (coalesce(c.status, p.status, '') = 'refunded') and r.state <> 'refused'`,
  'dispute-is-booked': sql`
    select 'disputed' as subject, 'the ledger holds ' || a.held || ', open disputes are ' || a.open as detail from (
      select coalesce((select -sum(balance) from ledger_accounts where kind = 'disputed'), 0) as held,
        coalesce((select sum(amount) from disputes where status = 'open'), 0) as open) a
    where a.held <> a.open
    union all
    select e.id, 'held, and nothing of it is disputed' from earnings e where e.held_at is not null and not exists (
      select 1 from disputes d left join wallet_charges c on c.payment_id = d.payment_id
      where d.status = 'open' and e.transaction_id in (d.payment_id, c.id))`,
  'payout-is-reserved': sql`
    select a.owner_id as subject, 'reserved ' || a.balance || ', requested ' || coalesce(r.asked, 0) as detail
    from ledger_accounts a left join (
      select performer_id, sum(amount) as asked from payout_requests where status in ('pending', 'approved') group by performer_id
    ) r on r.performer_id = a.owner_id
    where a.kind = 'reserved' and a.balance <> coalesce(r.asked, 0)
    union all
    select p.id, 'paid out without a transfer' from payout_requests p
    where p.paid_at is not null and not exists (select 1 from ledger_transfers t where t.key = 'payout:' || p.id || ':paid')
    union all
    select p.id, 'came back, and its creator does not have it' from payout_requests p where p.reason_code = 'returned'
      and not exists (select 1 from ledger_transfers t where t.key = 'payout:' || p.id || ':returned')`,
  'invoices-have-no-gap': sql`
    select series || ' ' || year as subject, count(*) || ' numbers from ' || min(number) || ' to ' || max(number) as detail
    from invoices group by series, year having min(number) <> 1 or max(number) <> count(*) or count(distinct number) <> count(*)`,
  'invoice-is-of-a-sale': sql`
    select i.series || ' ' || i.year || '-' || i.number as subject, 'numbers a transfer ' || t.code || ' of ' || t.created_at as detail
    from invoices i join ledger_transfers t on t.id = i.transfer_id left join ledger_transfers r on r.id = t.reverses_id
    where i.year <> extract(year from t.created_at at time zone 'UTC') or i.subject_id <> t.subject
    or (i.series = 'invoice' and t.code not in (${paidCodes}))
    or (i.series = 'credit_note' and (t.code in (${paidCodes}) or not ${isNumbered}))`,
  // A job normally gives each sale its invoice number within a minute.
  'sale-is-numbered': sql`
    select t.id as subject, t.code || ' has no number after a day' as detail
    from ledger_transfers t left join ledger_transfers r on r.id = t.reverses_id
    where t.created_at < now() - interval '1 day' and ${isNumbered}
    and not exists (select from invoices i where i.transfer_id = t.id)`,
  'subscription-goes-on': sql`
    select s.id as subject, s.target || ' subscription is ' || s.status || ' and never renews or ends' as detail
    from ${anySubscription} where s.status in ('active', 'past_due') and (
      (s.recurs and s.next_at is null) or (s.expired_at is null)
      or (s.status = 'active' and s.next_at > s.expired_at))
    union all
    select s.id, s.target || ' subscription is over, but renews' from ${anySubscription}
    where s.status = 'deactivated' and s.next_at is not null
    union all
    select s.id, s.target || ' subscription waits for a payment that was made already' from ${anySubscription}
    join payment_transactions p on p.user_id = s.user_id and p.status in ('success', 'fail', 'canceled', 'refunded')
      and p.key = 'renew:' || s.id || ':' || to_char(s.expired_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || ':' || s.attempts
    where s.status in ('active', 'past_due')`,
  'numbers-are-true': sql`
    select p.id as subject, n.name || ': shows ' || n.shown || ', has ' || n.counted as detail
    from performers p cross join lateral (
      select 'followers' as name, p.stat_followers as shown, count(*) as counted from follows where following_id = p.id
      union all select o.kind, o.shown, (
        select count(*) from items i where i.performer_id = p.id and i.kind = o.kind and i.status = 'active')
      from (values ('feed', p.stat_feeds), ('photo', p.stat_photos), ('video', p.stat_videos),
        ('gallery', p.stat_galleries), ('product', p.stat_products)) o(kind, shown)) n
    where n.shown <> n.counted`,
  'income-is-booked': sql`
    select e.id as subject, 'earned without a sale' as detail from earnings e
    where not exists (select 1 from wallet_charges c where c.id = e.transaction_id and c.status = 'success')
    and not exists (select 1 from payment_transactions p where p.id = e.transaction_id and p.status = 'success')
    union all
    select e.id, 'released without a transfer' from earnings e where e.released_at is not null and e.net_price > 0
    and not exists (select 1 from ledger_transfers t where t.key = 'release:' || e.id)`,
};

/** Running subscriptions whose renewal is more than a day overdue, and that have no payment in progress. */
const overdueRenewals = (now: Date) => sql`
  select s.id as subject, s.target || ' subscription is ' || s.status || ', unpaid and without a planned renewal' as detail
  from ${anySubscription} where s.status in ('active', 'past_due') and s.expired_at < ${now}
  and coalesce(s.next_at, s.expired_at) < ${new Date(now.getTime() - DAY_MS)} and not exists (
    select 1 from payment_transactions p where p.user_id = s.user_id and p.target = s.target
    and coalesce(p.target_id, '') = s.target_id and p.status in ('processing', 'require_authentication'))`;

/**
 * Broken files are replaced, or their buyers refunded, within three days. The fourth day allows for refunds that fail at first.
 */
const overdueRefunds = (now: Date) => sql`
  select target || ':' || target_id as subject, 'broke on ' || created_at::date || ', and its buyers were not refunded' as detail
  from broken_sales where created_at < ${new Date(now.getTime() - 4 * DAY_MS)}`;

/** Checks live data without changing it. Promises W-10. @param now work that was due a day earlier counts as missed */
export async function findProblems(db: Reader, now: Date): Promise<Problem[]> {
  const problems: Problem[] = [...(await checkBalances(db)), ...(await checkOperatorLog(db))];
  const all = {
    ...queries,
    'renewal-is-asked-for': overdueRenewals(now),
    'broken-sale-is-paid-back': overdueRefunds(now),
  };
  for (const rule of Object.keys(all) as (keyof typeof all)[]) {
    const { rows } = await db.execute<{ subject: string; detail: string }>(all[rule]);
    problems.push(...rows.map(({ subject, detail }) => ({ rule, subject, detail })));
  }
  return problems;
}
