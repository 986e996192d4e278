import { and, eq, inArray } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import { ledgerAccounts } from '../db/schema/money';
import type { Executor, Tx } from '../db/transaction';
import type { AccountKind } from './transfers';

/** The platform's own accounts have no owner. */
export interface AccountName {
  kind: AccountKind;
  ownerId?: string;
}

export const getAccountKey = (name: AccountName): string => `${name.kind}:${name.ownerId ?? ''}`;

/** `wallet` can be spent; `pending` is income in its holding period. */
export interface PersonBalances {
  wallet: Cents;
  pending: Cents;
}

export async function readPersonBalances(db: Executor, ownerId: string): Promise<PersonBalances> {
  const rows = await db
    .select({ kind: ledgerAccounts.kind, balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.ownerId, ownerId), inArray(ledgerAccounts.kind, ['wallet', 'pending'])));
  const get = (kind: AccountKind) => rows.find((row) => row.kind === kind)?.balance ?? cents(0);
  return { wallet: get('wallet'), pending: get('pending') };
}

/** Debt of a creator for refunded income that they had already spent; at least 0. */
export async function readDebt(db: Executor, ownerId: string): Promise<Cents> {
  const [row] = await db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, 'debt'), eq(ledgerAccounts.ownerId, ownerId)));
  return cents(Math.abs(row?.balance ?? 0));
}

/** Locks a wallet until the transaction ends. @returns its balance */
export async function lockWallet(tx: Tx, ownerId: string): Promise<Cents> {
  const [row] = await tx
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, 'wallet'), eq(ledgerAccounts.ownerId, ownerId)))
    .for('no key update');
  return row?.balance ?? cents(0);
}
