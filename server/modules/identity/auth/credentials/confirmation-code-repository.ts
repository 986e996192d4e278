import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client';
import { firstOrNull, hasRows } from '../../../../db/query-helpers';
import { confirmationCodes } from '../../../../db/schema/accounts';
import type { Tx } from '../../../../db/transaction';

/** Promises I-8. */
const MAX_TRIES = 5;

export type ConfirmationCodeRepository = ReturnType<typeof createConfirmationCodeRepository>;

export function createConfirmationCodeRepository(db: Db) {
  const { accountId: owner, attempts, codeHash, createdAt, expiresAt } = confirmationCodes;
  return {
    /** Counts an attempt. @returns the hash to compare with; null if there is no valid code or no attempt left */
    async countTry(accountId: string, now: Date): Promise<string | null> {
      const counted = db
        .update(confirmationCodes)
        .set({ attempts: sql`${attempts} + 1` })
        .where(and(eq(owner, accountId), gt(expiresAt, now), lt(attempts, MAX_TRIES)))
        .returning({ codeHash });
      return (await firstOrNull(counted))?.codeHash ?? null;
    },

    /** Deletes a code that was entered correctly. @returns false if a concurrent request used it */
    use: (accountId: string, hash: string): Promise<boolean> =>
      hasRows(
        db
          .delete(confirmationCodes)
          .where(and(eq(owner, accountId), eq(codeHash, hash)))
          .returning({ id: owner }),
      ),

    /** @returns false if the account has a code that was created at or after `replaceable` */
    replace(
      accountId: string,
      code: { codeHash: string; createdAt: Date; expiresAt: Date },
      { replaceable }: { replaceable: Date },
      tx: Tx,
    ): Promise<boolean> {
      const fresh = { ...code, attempts: 0 };
      return hasRows(
        tx
          .insert(confirmationCodes)
          .values({ accountId, ...fresh })
          .onConflictDoUpdate({ target: owner, set: fresh, setWhere: lt(createdAt, replaceable) })
          .returning({ id: owner }),
      );
    },
  };
}
