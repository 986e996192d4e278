import { sql } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import type { Tx } from '../../../db/transaction';
import type { TransferCode } from '../../../ledger/transfers';

/** Effect of one transfer on a creator's money, in cents, signed from the creator's view. */
export interface StatementEntry {
  id: string;
  at: Date;
  code: TransferCode;
  /** Code of the transfer that this refund reversed. */
  reversedCode: TransferCode | null;
  subject: string;
  /** Name of the sold item, or empty. */
  item: string;
  /** Change in the sum of all of the creator's ledger accounts. */
  net: Cents;
  /** Change of unreleased income: above zero for a sale, below zero for a reversed one. */
  pending: Cents;
  revenue: Cents;
  tax: Cents;
  /** Amount that left the ledger with a payout. */
  paidOut: Cents;
}

export interface StatementBalance {
  pending: Cents;
  wallet: Cents;
  reserved: Cents;
  /** Zero or negative. */
  debt: Cents;
}

/** Rows read at a time: about 2 ms of work, so that requests can run in between. */
const BATCH_ROWS = 100;

const own = (ownerId: string) =>
  sql`(select id from ledger_accounts where owner_id = ${ownerId} and kind in ('pending', 'wallet', 'reserved', 'debt'))`;

/** @returns the time of the first movement of a creator's money, or null */
export async function findFirstEntry(db: Db, ownerId: string): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select min(t.created_at) as at from ledger_transfers t
    join (select min(id) as id from ledger_entries where account_id in ${own(ownerId)} group by account_id) f on true
    join ledger_entries e on e.id = f.id and e.transfer_id = t.id`);
  const at = rows[0]?.at;
  return at ? new Date(at) : null;
}

/** @param before exclusive */
export async function readBalance(tx: Tx, ownerId: string, before: Date): Promise<StatementBalance> {
  const { rows } = await tx.execute<{ kind: keyof StatementBalance; sum: string }>(sql`
    select a.kind, sum(e.amount) as sum from ledger_accounts a join ledger_entries e on e.account_id = a.id
    join ledger_transfers t on t.id = e.transfer_id
    where a.id in ${own(ownerId)} and t.created_at < ${before} group by a.kind`);
  const get = (kind: keyof StatementBalance) => cents(Number(rows.find((row) => row.kind === kind)?.sum ?? 0));
  return { pending: get('pending'), wallet: get('wallet'), reserved: get('reserved'), debt: get('debt') };
}

/** Oldest first, in batches to save memory. Leaves out transfers between the creator's own accounts, such as a release. */
export async function* readEntries(
  tx: Tx,
  ownerId: string,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<StatementEntry[], void> {
  await tx.execute(sql`declare statement_entries no scroll cursor for
    select t.id, t.code, t.subject, t.created_at as at, r.code as "reversedCode",
      coalesce(c.products, p.products)->0->>'name' as item,
      m.net, m.pending, o.revenue, o.tax, o."paidOut"
    from (
      select e.transfer_id, sum(e.amount) as net, coalesce(sum(e.amount) filter (where a.kind = 'pending'), 0) as pending
      from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where a.id in ${own(ownerId)} group by e.transfer_id having sum(e.amount) <> 0
    ) m
    join ledger_transfers t on t.id = m.transfer_id and t.created_at >= ${from} and t.created_at < ${to}
    cross join lateral (
      select coalesce(sum(e.amount) filter (where a.kind = 'revenue'), 0) as revenue,
        coalesce(sum(e.amount) filter (where a.kind = 'tax'), 0) as tax,
        coalesce(sum(e.amount) filter (where a.kind = 'payout'), 0) as "paidOut"
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transfer_id = t.id
    ) o
    left join ledger_transfers r on r.id = t.reverses_id
    left join wallet_charges c on c.id = t.subject
    left join payment_transactions p on p.id = t.subject
    order by t.created_at, t.id`);
  for (;;) {
    const { rows } = await tx.execute<Record<string, string | null>>(
      sql.raw(`fetch ${BATCH_ROWS} from statement_entries`),
    );
    if (rows.length > 0) yield rows.map(toEntry);
    if (rows.length < BATCH_ROWS) break;
  }
  await tx.execute(sql`close statement_entries`);
}

function toEntry(row: Record<string, string | null>): StatementEntry {
  const get = (name: string) => cents(Number(row[name] ?? 0));
  return {
    id: row['id'] ?? '',
    at: new Date(row['at'] ?? 0),
    code: row['code'] as TransferCode,
    reversedCode: row['reversedCode'] as TransferCode | null,
    subject: row['subject'] ?? '',
    item: row['item'] ?? '',
    net: get('net'),
    pending: get('pending'),
    revenue: get('revenue'),
    tax: get('tax'),
    paidOut: get('paidOut'),
  };
}
