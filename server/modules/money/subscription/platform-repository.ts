import { and, eq, inArray, lte, not } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { platformSubscriptions } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { hasRows, lockRow, findRow } from '../../../db/query-helpers';
import { isPaymentUnderWay } from './subscription-repository';

export type PlatformRow = typeof platformSubscriptions.$inferSelect;
type PlatformValues = Omit<typeof platformSubscriptions.$inferInsert, 'id' | 'userId'>;

/** Subscriptions to the platform, one row a person. */
export function createPlatformRepository(db: Db) {
  const ofUser = (userId: string) => eq(platformSubscriptions.userId, userId);

  return {
    find: (userId: string, tx: Executor = db) => findRow(tx, platformSubscriptions, ofUser(userId)),

    lock: (userId: string, tx: Tx) => lockRow(tx, platformSubscriptions, ofUser(userId)),

    /** Stores a person's subscription over the one they had. */
    async save(userId: string, values: PlatformValues & { createdAt: Date }, tx: Tx): Promise<void> {
      const { createdAt, ...changing } = values;
      await tx
        .insert(platformSubscriptions)
        .values({ userId, createdAt, ...changing })
        .onConflictDoUpdate({ target: platformSubscriptions.userId, set: changing });
    },

    async update(id: string, values: Partial<PlatformValues>, tx: Tx): Promise<void> {
      await tx.update(platformSubscriptions).set(values).where(eq(platformSubscriptions.id, id));
    },

    /** Makes a fan's renewals that failed due now. @returns whether there are any. */
    retryNow: (userId: string, now: Date, tx: Tx): Promise<boolean> =>
      hasRows(
        tx
          .update(platformSubscriptions)
          .set({ nextRecurringDate: now, updatedAt: now })
          .where(and(ofUser(userId), eq(platformSubscriptions.status, 'past_due')))
          .returning({ id: platformSubscriptions.id }),
      ),

    /** Whose subscription is to be renewed now, at most `most` without a payment under way, the longest waiting first. */
    async listDue(now: Date, most: number): Promise<string[]> {
      const { nextRecurringDate, status, userId } = platformSubscriptions;
      const isUnderWay = isPaymentUnderWay({ userId, target: 'platform', targetId: null });
      const rows = await db
        .select({ userId: platformSubscriptions.userId })
        .from(platformSubscriptions)
        .where(and(lte(nextRecurringDate, now), inArray(status, ['active', 'past_due']), not(isUnderWay)))
        .orderBy(nextRecurringDate)
        .limit(most);
      return rows.map((row) => row.userId);
    },
  };
}
