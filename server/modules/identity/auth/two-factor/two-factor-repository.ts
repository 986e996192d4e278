import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '../../../../db/client';
import { accounts } from '../../../../db/schema/accounts';
import { recoveryCodes, twoFactors } from '../../../../db/schema/logins';
import type { Executor, Tx } from '../../../../db/transaction';
import { hasRow, hasRows, lockRow } from '../../../../db/query-helpers';

export type TwoFactorRow = typeof twoFactors.$inferSelect;

export type TwoFactorRepository = ReturnType<typeof createTwoFactorRepository>;

/** Secrets and recovery codes of two-step log-in. */
export function createTwoFactorRepository(db: Db) {
  return {
    isEnabled: (accountId: string, tx: Executor = db): Promise<boolean> =>
      hasRow(tx, accounts, eq(accounts.id, accountId), eq(accounts.twoStepEnabled, true)),

    /** The account's secret, locked: codes tried at the same time are checked one after the other. */
    lock: (accountId: string, tx: Tx) => lockRow(tx, twoFactors, eq(twoFactors.accountId, accountId)),

    /** Puts a secret that waits for its first code in the place of an earlier one. */
    async putSecret(accountId: string, secret: string, now: Date, tx: Tx): Promise<void> {
      const fresh = { secret, lastStep: null, createdAt: now };
      await tx
        .insert(twoFactors)
        .values({ accountId, ...fresh })
        // Wrong tries stay counted: a new secret is no way round a lock.
        .onConflictDoUpdate({ target: twoFactors.accountId, set: fresh });
    },

    async update(accountId: string, changes: Partial<TwoFactorRow>, tx: Tx): Promise<void> {
      await tx.update(twoFactors).set(changes).where(eq(twoFactors.accountId, accountId));
    },

    async setEnabled(accountId: string, twoStepEnabled: boolean, tx: Tx): Promise<void> {
      await tx.update(accounts).set({ twoStepEnabled }).where(eq(accounts.id, accountId));
    },

    /** Forgets the secret and the recovery codes. */
    async remove(accountId: string, tx: Tx): Promise<void> {
      await tx.delete(twoFactors).where(eq(twoFactors.accountId, accountId));
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
    },

    /** Forgets recovery codes that were made after a moment; the secret stays. */
    async removeRecoveryCodes(accountId: string, { madeAfter }: { madeAfter: Date }, tx: Tx): Promise<void> {
      await tx
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.accountId, accountId), gt(recoveryCodes.createdAt, madeAfter)));
    },

    /** Puts new recovery codes in the place of all earlier ones. */
    async replaceRecoveryCodes(accountId: string, hashes: readonly string[], now: Date, tx: Tx): Promise<void> {
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
      await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ accountId, codeHash, createdAt: now })));
    },

    /** Uses a code up. @returns false when it is unknown or was used. */
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
