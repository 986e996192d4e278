import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Db } from '../../../../db/client';
import { providerProofs } from '../../../../db/schema/logins';
import type { Executor, Tx } from '../../../../db/transaction';
import { hasRows, rowOf } from '../../../../db/rows';
import type { OutsideIdentity } from '../../../../gateways/identity';

export type ProviderProofRow = typeof providerProofs.$inferSelect;

/** What outside companies said of somebody who logs in, by a hash of what the browser holds. */
export function createProviderProofRepository(db: Db) {
  const mine = (hash: string) => eq(providerProofs.hash, hash);

  return {
    /** Notes that a log-in was started from here. */
    async start(row: Pick<ProviderProofRow, 'hash' | 'provider' | 'expiresAt'>): Promise<void> {
      await db.insert(providerProofs).values(row);
    },

    /** A proof that was started and not used up. */
    find: (hash: string, now: Date) =>
      rowOf(db, providerProofs, mine(hash), isNull(providerProofs.usedAt), gt(providerProofs.expiresAt, now)),

    /** Keeps what the company said, for the same verifier until `expiresAt`. */
    async keep(
      hash: string,
      kept: { verifierHash: string; identity: OutsideIdentity; expiresAt: Date },
    ): Promise<void> {
      await db.update(providerProofs).set(kept).where(mine(hash));
    },

    /** Uses a started proof up: of two at the same time one gets it. */
    use: (hash: string, now: Date, tx: Executor = db) =>
      hasRows(
        tx
          .update(providerProofs)
          .set({ usedAt: now })
          .where(and(mine(hash), isNull(providerProofs.usedAt), gt(providerProofs.expiresAt, now)))
          .returning({ hash: providerProofs.hash }),
      ),

    /** Notes a proof that needs no start as used. @returns false when it was used before. */
    spend: (row: Pick<ProviderProofRow, 'hash' | 'provider' | 'expiresAt'>, now: Date, tx: Tx) =>
      hasRows(
        tx
          .insert(providerProofs)
          .values({ ...row, usedAt: now })
          .onConflictDoNothing()
          .returning({ hash: providerProofs.hash }),
      ),

    /** Clears away what no longer counts anyway. */
    async removeExpired(now: Date): Promise<void> {
      await db.delete(providerProofs).where(lt(providerProofs.expiresAt, now));
    },
  };
}
