import { sql, type SQL } from 'drizzle-orm';
import type { Cents } from '@contract/base/money';
import { executePrepared } from '../db/execute-prepared';
import { rowInsert } from '../db/write';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../db/schema/money';
import type { Tx } from '../db/transaction';
import type { AccountName } from './accounts';
import type { AccountKind, TransferCode } from './transfers';

/** What one account gains by a transfer; never 0. */
export interface Line {
  name: AccountName;
  amount: Cents;
}

/** What became of a line. */
export interface WrittenLine {
  kind: AccountKind;
  ownerId: string;
  amount: Cents;
  /** Before; as seen, where nothing was locked. */
  balance: Cents;
  /** Null when the transfer was not written. */
  after: Cents | null;
}

export interface NewTransfer {
  id: string;
  code: TransferCode;
  key: string;
  subject: string;
  reversesId?: string | undefined;
}

/** Kinds that stand for the outside, and may owe. The table's own check says the same. */
export const owingKinds: readonly AccountKind[] = ['gateway', 'promotion'];

/**
 * Writes a transfer with all its entries in one statement: who plainly cannot pay locks nothing; else the accounts are
 * locked, always wallets first and then by id, so that two transfers never wait for each other in a circle; who can pay under
 * the locks pays. Nothing is written when an account is missing, one would go below zero, or the key was used before.
 *
 * @returns a line for each account that exists.
 */
export function writeTransfer(tx: Tx, transfer: NewTransfer, lines: readonly Line[]): Promise<WrittenLine[]> {
  const lineValues = lines.flatMap(({ name, amount }, index) => [
    [`kind${index}`, name.kind],
    [`owner${index}`, name.ownerId ?? ''],
    [`amount${index}`, amount],
  ]);
  return executePrepared<WrittenLine>(tx, {
    shape: `write transfer of ${lines.length}`,
    build: () => transferQuery(lines.length),
    values: { ...transfer, reversesId: transfer.reversesId ?? null, ...Object.fromEntries(lineValues) },
  });
}

/**
 * The same of a transfer that is known to be covered: with the commit, so that an account in which many sales meet is held only
 * while the database writes. It checks again what was known: the transaction fails when an account is missing, since then the
 * entries do not sum to zero, when one would go below its floor, and when the key was used.
 */
export function writeTransferBeforeCommit(tx: Tx, transfer: NewTransfer, lines: readonly Line[]): void {
  tx.beforeCommit(rowInsert(ledgerTransfers, transfer));
  for (const { name, amount } of lines) {
    // Sorted twice: first come all locks, in their order, and then the entries, of which several may be for one account.
    tx.beforeCommit({
      shape: 'ledger entries',
      columns: {
        transfer_id: { type: 'text', value: transfer.id },
        kind: { type: 'text', value: name.kind },
        owner_id: { type: 'text', value: name.ownerId ?? '' },
        amount: { type: 'bigint', value: amount },
      },
      build: (rows) => sql`insert into ${ledgerEntries} (transfer_id, account_id, amount, balance_after)
        select locked.transfer_id, locked.id, locked.amount, 0 from (
          select v.transfer_id, v.kind, a.id, v.amount from ${rows}
          join ${ledgerAccounts} a on a.kind = v.kind and a.owner_id = v.owner_id
          order by a.kind <> 'wallet', a.id for no key update of a
        ) locked order by locked.kind <> 'wallet', locked.id`,
    });
  }
}

const place = sql.placeholder;

/** The lines one by one: of a list whose length it does not know the database would make a new plan each time. */
function linesOf(count: number): SQL {
  const rows = Array.from(
    { length: count },
    (_, index) =>
      sql`(${place(`kind${index}`)}::text, ${place(`owner${index}`)}::text, ${place(`amount${index}`)}::bigint)`,
  );
  return sql`values ${sql.join(rows, sql`, `)}`;
}

/** The entries' trigger moves the balances; the value given for `balance_after` is what it will find. */
const transferQuery = (count: number) => sql`
  with lines (kind, owner_id, amount) as (${linesOf(count)}), seen as materialized (
    select a.id, a.kind, a.owner_id, a.balance, l.amount
    from lines l join ${ledgerAccounts} a on a.kind = l.kind and a.owner_id = l.owner_id
  ), locked as materialized (
    select a.id, a.kind, a.balance, s.amount from seen s join ${ledgerAccounts} a on a.id = s.id
    where ${isCovered('seen')} order by a.kind <> 'wallet', a.id for update of a
  ), transfer as (
    insert into ${ledgerTransfers} (id, code, key, subject, reverses_id)
    select ${place('id')}, ${place('code')}, ${place('key')}, ${place('subject')}, ${place('reversesId')}
    where ${isCovered('locked')} on conflict (key) do nothing returning id
  ), entries as (
    insert into ${ledgerEntries} (transfer_id, account_id, amount, balance_after)
    select transfer.id, l.id, l.amount, l.balance + l.amount from transfer, locked l order by l.kind <> 'wallet', l.id
    returning account_id, balance_after
  )
  select s.kind, s.owner_id as "ownerId", s.amount::float8 as amount,
    coalesce(l.balance, s.balance)::float8 as balance, e.balance_after::float8 as after
  from seen s left join locked l on l.id = s.id left join entries e on e.account_id = s.id`;

/** Whether every account is there and none goes below its floor. */
function isCovered(rows: 'seen' | 'locked'): SQL {
  const owing = sql.raw(owingKinds.map((kind) => `'${kind}'`).join(', '));
  return sql`(select count(*) = (select count(*) from lines) and bool_and(balance + amount >= 0 or kind in (${owing}))
    from ${sql.identifier(rows)})`;
}
