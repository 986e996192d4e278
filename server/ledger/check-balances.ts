import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client';

/** Each query selects violations: `subject` is the id of the record, `detail` says what is wrong with it. */
const rules = {
  'transfer-sums-to-zero': sql`select t.id as subject, coalesce(sum(e.amount), 0)::text as detail from ledger_transfers t
    left join ledger_entries e on e.transfer_id = t.id group by t.id having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2`,
  'balance-equals-entries': sql`select a.kind || ':' || a.owner_id as subject, a.balance || ' cached, ' || coalesce(sum(e.amount), 0) || ' by entries' as detail
    from ledger_accounts a left join ledger_entries e on e.account_id = a.id
    group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
  'balance-floor': sql`select kind || ':' || owner_id as subject, balance::text as detail from ledger_accounts
    where balance < 0 and kind not in ('gateway', 'promotion', 'debt', 'disputed', 'losses')`,
  'books-sum-to-zero': sql`select 'all accounts' as subject, sum(balance)::text as detail from ledger_accounts having sum(balance) <> 0`,
  'charge-has-transfer': sql`select c.id as subject, c.type || ' without a transfer' as detail from wallet_charges c
    where c.status in ('success', 'refunded') and c.total_price > 0
    and not exists (select 1 from ledger_transfers t where t.subject = c.id)`,
  'earning-splits': sql`select id as subject, gross_price || ' <> ' || net_price || ' + ' || commission as detail from earnings
    where gross_price <> net_price + commission`,
};

export interface LedgerFinding {
  rule: keyof typeof rules;
  subject: string;
  detail: string;
}

/** Checks the invariants of the ledger without changing anything. @returns violations, worded for the operator */
export async function checkBalances(db: Pick<Db, 'execute'>): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = [];
  for (const [rule, query] of Object.entries(rules) as [keyof typeof rules, SQL][]) {
    const { rows } = await db.execute<{ subject: string; detail: string }>(query);
    findings.push(...rows.map(({ subject, detail }) => ({ rule, subject, detail })));
  }
  return findings;
}
