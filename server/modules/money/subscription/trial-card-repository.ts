import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { trialCards } from '../../../db/schema/money';
import type { Tx } from '../../../db/transaction';
import { listIds } from '../../../db/query-helpers';

/** Hashed with the creator, so that the rows of one card cannot be joined. */
const hashCard = (performerId: string, fingerprint: string): string =>
  createHash('sha256').update(`${performerId} ${fingerprint}`).digest('hex');

/** Cards that a free trial of a creator was granted for. Promises M-19. */
export const trialCardRepository = {
  /**
   * Records these cards for a trial of this creator; a call at the same moment waits for this transaction.
   *
   * @param fingerprints the gateway's marks of the cards; empty ones are ignored.
   * @returns false when one of them was recorded before: then the transaction has to be rolled back.
   */
  async add(
    { performerId, transactionId, now }: { performerId: string; transactionId: string; now: Date },
    fingerprints: readonly string[],
    tx: Tx,
  ): Promise<boolean> {
    const marked = fingerprints.filter((fingerprint) => fingerprint !== '');
    // Sorted, so that two calls lock in one order.
    const hashes = [...new Set(marked.map((fingerprint) => hashCard(performerId, fingerprint)))].toSorted();
    if (hashes.length === 0) return true;
    const added = await listIds(
      tx
        .insert(trialCards)
        .values(hashes.map((cardHash) => ({ cardHash, transactionId, createdAt: now })))
        .onConflictDoNothing()
        .returning({ id: trialCards.cardHash }),
    );
    return added.length === hashes.length;
  },

  /** Removes the records of a trial that was not granted. */
  async remove(transactionId: string, tx: Tx): Promise<void> {
    await tx.delete(trialCards).where(eq(trialCards.transactionId, transactionId));
  },
};
