import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { trialCards } from '../../../db/schema/money';
import type { Tx } from '../../../db/transaction';
import { listIds } from '../../../db/query-helpers';

/** Hashed together with the creator's id, so that the rows of one card cannot be linked to each other. */
const hashCard = (performerId: string, fingerprint: string): string =>
  createHash('sha256').update(`${performerId} ${fingerprint}`).digest('hex');

/** Cards that were used for a free trial of a creator. Promises M-19. */
export const trialCardRepository = {
  /**
   * Records the cards of a trial. Concurrent calls for the same card wait for this transaction.
   *
   * @param fingerprints from the gateway; empty ones are ignored.
   * @returns false if one of them was recorded before. Then roll back the transaction.
   */
  async add(
    { performerId, transactionId, now }: { performerId: string; transactionId: string; now: Date },
    fingerprints: readonly string[],
    tx: Tx,
  ): Promise<boolean> {
    const marked = fingerprints.filter((fingerprint) => fingerprint !== '');
    // Sorted, so that concurrent transactions lock in the same order.
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

  async remove(transactionId: string, tx: Tx): Promise<void> {
    await tx.delete(trialCards).where(eq(trialCards.transactionId, transactionId));
  },
};
