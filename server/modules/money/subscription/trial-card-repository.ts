import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { trialCards } from '../../../db/schema/money';
import type { Tx } from '../../../db/transaction';
import { listIds } from '../../../db/query-helpers';

/** Kept for each creator apart, so that the rows of one card cannot be put together. */
const hashCard = (performerId: string, fingerprint: string): string =>
  createHash('sha256').update(`${performerId} ${fingerprint}`).digest('hex');

/** Cards by which a free trial of a creator was given. Promises M-19. */
export const trialCardRepository = {
  /**
   * Records these cards for a trial of this creator; a call at the same moment waits for this transaction.
   *
   * @param fingerprints the gateway's marks of the cards; those without one are not told apart.
   * @returns false when one of them was recorded before: then the transaction has to be rolled back.
   */
  async add(
    { performerId, transactionId, now }: { performerId: string; transactionId: string; now: Date },
    fingerprints: readonly string[],
    tx: Tx,
  ): Promise<boolean> {
    const known = fingerprints.filter((fingerprint) => fingerprint !== '');
    // In one order for all, so that two calls never wait for each other.
    const hashes = [...new Set(known.map((fingerprint) => hashCard(performerId, fingerprint)))].toSorted();
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

  /** Takes back what a trial recorded that came to nothing. */
  async remove(transactionId: string, tx: Tx): Promise<void> {
    await tx.delete(trialCards).where(eq(trialCards.transactionId, transactionId));
  },
};
