import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client';
import { confirmationCodes } from '../../../../db/schema/accounts';
import type { Executor } from '../../../../db/transaction';
import { hasRows } from '../../../../db/rows';

type CodeRow = typeof confirmationCodes.$inferSelect;

/** Wrong tries after which a code is worth nothing. Promises I-8. */
const MOST_TRIES = 5;

/** Mailed codes, one an account, kept as hashes. */
export function createConfirmationCodeRepository(db: Db) {
  const mine = (accountId: string) => eq(confirmationCodes.accountId, accountId);

  return {
    /** Replaces the account's code. @returns false when the one before is younger than `notBefore`. */
    put: (
      row: Pick<CodeRow, 'accountId' | 'codeHash' | 'expiresAt' | 'createdAt'>,
      notBefore: Date,
      tx: Executor = db,
    ) =>
      hasRows(
        tx
          .insert(confirmationCodes)
          .values(row)
          .onConflictDoUpdate({
            target: confirmationCodes.accountId,
            set: { codeHash: row.codeHash, expiresAt: row.expiresAt, createdAt: row.createdAt, attempts: 0 },
            setWhere: lt(confirmationCodes.createdAt, notBefore),
          })
          .returning({ accountId: confirmationCodes.accountId }),
      ),

    /** Uses the code up when it is the right one; counts a try when not. Of two at the same time one gets it. */
    async use(accountId: string, codeHash: string, now: Date): Promise<boolean> {
      const isUsable = and(
        mine(accountId),
        gt(confirmationCodes.expiresAt, now),
        lt(confirmationCodes.attempts, MOST_TRIES),
      );
      const used = await db
        .delete(confirmationCodes)
        .where(and(isUsable, eq(confirmationCodes.codeHash, codeHash)))
        .returning({ accountId: confirmationCodes.accountId });
      if (used.length > 0) return true;
      await db
        .update(confirmationCodes)
        .set({ attempts: sql`${confirmationCodes.attempts} + 1` })
        .where(mine(accountId));
      return false;
    },
  };
}
