import { sql } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import { newId } from '../db/columns';
import { executePrepared } from '../db/execute-prepared';
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

/** What a person sees of their money: `wallet` is available, `pending` still in its holding period. Cents. */
export async function readPersonBalances(db: Executor, ownerId: string): Promise<{ wallet: Cents; pending: Cents }> {
  const rows = await executePrepared<{ kind: AccountKind; balance: number }>(db, {
    shape: 'balances of a person',
    build: () => sql`select kind, balance::float8 as balance from ${ledgerAccounts}
      where kind in ('wallet', 'pending') and owner_id = ${sql.placeholder('ownerId')}`,
    values: { ownerId },
  });
  const of = (kind: AccountKind) => cents(rows.find((row) => row.kind === kind)?.balance ?? 0);
  return { wallet: of('wallet'), pending: of('pending') };
}
