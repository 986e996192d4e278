import { sql } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import { newId } from '../db/columns';
import { executePrepared } from '../db/execute-prepared';
import { onlyOf } from '../db/rows';
import { ledgerAccounts } from '../db/schema/money';
import type { Executor, Tx } from '../db/transaction';
import type { AccountKind } from './transfers';

/** Names an account by what it is and whose; the platform's own have no owner. */
export interface AccountName {
  kind: AccountKind;
  ownerId?: string;
}

/** Key of an account in the map of locked ones. */
export const keyOf = (name: { kind: AccountKind; ownerId?: string | null }) => `${name.kind}:${name.ownerId ?? ''}`;

/**
 * Opens accounts that were never used before; in one order, since who opens the same at once waits for the other. An account
 * that others move money of would be waited for, too: name the missing ones only.
 */
export async function openAccounts(tx: Tx, names: readonly AccountName[]): Promise<void> {
  const inOrder = names.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await tx
    .insert(ledgerAccounts)
    .values(inOrder.map(({ kind, ownerId = '' }) => ({ id: newId(), kind, ownerId })))
    .onConflictDoNothing();
}

/** A wallet as nobody else can change it until the transaction ends. */
export interface HeldWallet {
  ownerId: string;
  balance: Cents;
  /** Those of the accounts it is to pay that were opened before, itself among them; by `keyOf`. */
  known: ReadonlySet<string>;
}

/** Holds a person's wallet for payments to these accounts, which are not held. Wallets are locked before all other accounts. */
export const holdWallet = (tx: Tx, ownerId: string, payees: readonly AccountName[]): Promise<HeldWallet> =>
  tx.askAlike('hold wallet', { ownerId, payees }, async (wanted) => {
    const names = wanted.flatMap((one) => one.payees);
    const rows = await executePrepared<{ kind: AccountKind; ownerId: string; balance: number }>(tx, {
      shape: 'hold wallets',
      build: () => sql`with held as materialized (
          select kind, owner_id, balance from ${ledgerAccounts}
          where kind = 'wallet' and owner_id = any(${place('owners')}::text[]) order by id for no key update
        ) select kind, owner_id as "ownerId", balance::float8 as balance from held union all
        select a.kind, a.owner_id, 0 from ${ledgerAccounts} a where (a.kind, a.owner_id) in (
          select * from unnest(${place('kinds')}::text[], ${place('payees')}::text[]))`,
      values: {
        owners: wanted.map((one) => one.ownerId),
        kinds: names.map(({ kind }) => kind),
        payees: names.map((name) => name.ownerId ?? ''),
      },
    });
    const known = new Set(rows.map(keyOf));
    return wanted.map((one) => {
      const own = rows.find((row) => row.kind === 'wallet' && row.ownerId === one.ownerId);
      return { ownerId: one.ownerId, balance: cents(own?.balance ?? 0), known };
    });
  });

const place = sql.placeholder;

/** What a person sees of their money: `wallet` is available, `pending` still in its holding period. Cents. */
export interface PersonBalances {
  wallet: Cents;
  pending: Cents;
}

export const readPersonBalances = (db: Executor, ownerId: string): Promise<PersonBalances> =>
  onlyOf(readBalancesOf(db, [ownerId]));

/** The same of many, in their order, by one query. */
export async function readBalancesOf(db: Executor, ownerIds: readonly string[]): Promise<PersonBalances[]> {
  const rows = await executePrepared<{ ownerId: string; kind: AccountKind; balance: number }>(db, {
    shape: 'balances of people',
    build: () => sql`select owner_id as "ownerId", kind, balance::float8 as balance from ${ledgerAccounts}
      where kind in ('wallet', 'pending') and owner_id = any(${place('ownerIds')}::text[])`,
    values: { ownerIds },
  });
  const balances = new Map(rows.map((row) => [keyOf(row), cents(row.balance)]));
  const of = (kind: AccountKind, ownerId: string) => balances.get(keyOf({ kind, ownerId })) ?? cents(0);
  return ownerIds.map((ownerId) => ({ wallet: of('wallet', ownerId), pending: of('pending', ownerId) }));
}
