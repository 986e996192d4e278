import { and, eq, inArray, or } from 'drizzle-orm';
import { cents, type Cents } from '@contract/money';
import { newId } from '../db/columns';
import { ledgerAccounts } from '../db/schema/money';
import type { Executor, Tx } from '../db/transaction';
import type { AccountKind } from './transfers';

/** Names an account by what it is and whose; the platform's own have no owner. */
export interface AccountName {
  kind: AccountKind;
  ownerId?: string;
}

export interface LockedAccount {
  id: string;
  kind: AccountKind;
  ownerId: string;
  balance: Cents;
}

/** Key of an account in the map of locked ones. */
export const keyOf = (name: { kind: AccountKind; ownerId?: string | null }) => `${name.kind}:${name.ownerId ?? ''}`;

/**
 * Finds or opens the accounts and locks their rows, always lower id first, so that two transfers never wait for each
 * other in a circle.
 *
 * @returns the locked accounts by `kind:ownerId`.
 */
export async function lockAccounts(tx: Tx, names: readonly AccountName[]): Promise<Map<string, LockedAccount>> {
  const wanted = new Map(names.map((name) => [keyOf(name), { kind: name.kind, ownerId: name.ownerId ?? '' }]));
  const match = or(
    ...[...wanted.values()].map((name) =>
      and(eq(ledgerAccounts.kind, name.kind), eq(ledgerAccounts.ownerId, name.ownerId)),
    ),
  );
  const read = () => tx.select().from(ledgerAccounts).where(match).orderBy(ledgerAccounts.id).for('update');
  let rows = await read();
  if (rows.length < wanted.size) {
    await tx
      .insert(ledgerAccounts)
      .values([...wanted.values()].map((name) => ({ id: newId(), ...name })))
      .onConflictDoNothing();
    rows = await read();
  }
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Balance of one account in cents; 0 when it was never used. */
export async function readBalance(db: Executor, kind: AccountKind, ownerId = ''): Promise<Cents> {
  const rows = await db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.ownerId, ownerId)));
  return rows[0]?.balance ?? cents(0);
}

/** What a person sees of their money: `wallet` is available, `pending` still in its holding period. Cents. */
export async function readPersonBalances(db: Executor, ownerId: string): Promise<{ wallet: Cents; pending: Cents }> {
  const rows = await db
    .select({ kind: ledgerAccounts.kind, balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.ownerId, ownerId), inArray(ledgerAccounts.kind, ['wallet', 'pending'])));
  const of = (kind: AccountKind) => rows.find((row) => row.kind === kind)?.balance ?? cents(0);
  return { wallet: of('wallet'), pending: of('pending') };
}
