import { sql } from 'drizzle-orm';
import type { Db } from '../db/client';

/** One thing that is wrong with the books, in words for the operator. */
export interface LedgerFinding {
  rule:
    | 'transfer-sums-to-zero'
    | 'balance-equals-entries'
    | 'balance-floor'
    | 'books-sum-to-zero'
    | 'charge-has-transfer'
    | 'earning-splits';
  subject: string;
  detail: string;
}

/**
 * Proves that everything balances, reading only: entries of each transfer sum to zero, each cached balance equals the
 * sum of its entries, none is below its floor, all together are zero, every successful charge has its transfer, and
 * every earning splits its gross exactly.
 *
 * @returns what is wrong; empty when nothing is.
 */
export async function checkBalances(db: Pick<Db, 'execute'>): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = [];
  const collect = async (rule: LedgerFinding['rule'], query: ReturnType<typeof sql>) => {
    const result = await db.execute<{ subject: string; detail: string }>(query);
    for (const row of result.rows) findings.push({ rule, subject: row.subject, detail: row.detail });
  };
  await collect(
    'transfer-sums-to-zero',
    sql`select t.id as subject, coalesce(sum(e.amount), 0)::text as detail from ledger_transfers t
        left join ledger_entries e on e.transfer_id = t.id group by t.id having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2`,
  );
  await collect(
    'balance-equals-entries',
    sql`select a.kind || ':' || a.owner_id as subject, a.balance || ' cached, ' || coalesce(sum(e.amount), 0) || ' by entries' as detail
        from ledger_accounts a left join ledger_entries e on e.account_id = a.id
        group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
  );
  await collect(
    'balance-floor',
    sql`select kind || ':' || owner_id as subject, balance::text as detail from ledger_accounts
        where balance < 0 and kind not in ('gateway', 'promotion')`,
  );
  await collect(
    'books-sum-to-zero',
    sql`select 'all accounts' as subject, sum(balance)::text as detail from ledger_accounts having sum(balance) <> 0`,
  );
  await collect(
    'charge-has-transfer',
    sql`select c.id as subject, c.type || ' without a transfer' as detail from wallet_charges c
        where c.status in ('success', 'refunded') and c.total_price > 0
        and not exists (select 1 from ledger_transfers t where t.subject = c.id)`,
  );
  await collect(
    'earning-splits',
    sql`select id as subject, gross_price || ' <> ' || net_price || ' + ' || commission as detail from earnings
        where gross_price <> net_price + commission`,
  );
  return findings;
}
