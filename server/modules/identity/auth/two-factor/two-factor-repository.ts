import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '../../../../db/client';
import { accounts } from '../../../../db/schema/accounts';
import { recoveryCodes, twoFactors } from '../../../../db/schema/logins';
import type { Executor, Tx } from '../../../../db/transaction';
import { hasRow, hasRows, lockRow } from '../../../../db/query-helpers';

export type TwoFactorRow = typeof twoFactors.$inferSelect;

export type TwoFactorRepository = ReturnType<typeof createTwoFactorRepository>;

export function createTwoFactorRepository(db: Db) {
  return {
    isEnabled: (accountId: string, tx: Executor = db): Promise<boolean> =>
      hasRow(tx, accounts, eq(accounts.id, accountId), eq(accounts.twoStepEnabled, true)),

    /** Locks the account's secret, so that concurrent codes are checked one after another. */
    lock: (accountId: string, tx: Tx) => lockRow(tx, twoFactors, eq(twoFactors.accountId, accountId)),

    async putSecret(accountId: string, secret: string, now: Date, tx: Tx): Promise<void> {
      const fresh = { secret, lastStep: null, createdAt: now };
      await tx
        .insert(twoFactors)
        .values({ accountId, ...fresh })
        // Does not reset the failure count: a new secret must not bypass a lock.
        .onConflictDoUpdate({ target: twoFactors.accountId, set: fresh });
    },

    async update(accountId: string, changes: Partial<TwoFactorRow>, tx: Tx): Promise<void> {
      await tx.update(twoFactors).set(changes).where(eq(twoFactors.accountId, accountId));
    },

    async setEnabled(accountId: string, twoStepEnabled: boolean, tx: Tx): Promise<void> {
      await tx.update(accounts).set({ twoStepEnabled }).where(eq(accounts.id, accountId));
    },

    async remove(accountId: string, tx: Tx): Promise<void> {
      await tx.delete(twoFactors).where(eq(twoFactors.accountId, accountId));
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
    },

    async removeRecoveryCodes(accountId: string, { madeAfter }: { madeAfter: Date }, tx: Tx): Promise<void> {
      await tx
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.accountId, accountId), gt(recoveryCodes.createdAt, madeAfter)));
    },

    async replaceRecoveryCodes(accountId: string, hashes: readonly string[], now: Date, tx: Tx): Promise<void> {
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
      await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ accountId, codeHash, createdAt: now })));
    },

    useRecoveryCode: (accountId: string, codeHash: string, now: Date, tx: Tx) =>
      hasRows(
        tx
          .update(recoveryCodes)
          .set({ usedAt: now })
          .where(
            and(
              eq(recoveryCodes.accountId, accountId),
              eq(recoveryCodes.codeHash, codeHash),
              isNull(recoveryCodes.usedAt),
            ),
          )
          .returning({ id: recoveryCodes.id }),
      ),

    countRecoveryCodes: (accountId: string, tx: Executor = db) =>
      tx.$count(recoveryCodes, and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt))),
  };
}
