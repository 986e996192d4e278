import { and, eq, gt, inArray, lte, ne, not, sql } from 'drizzle-orm';
import type { Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { platformSubscriptions } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { lockRow, findRow } from '../../../db/query-helpers';
import type { RepricedQuery } from './renewal-kind';
import { hasOpenPayment } from './subscription-repository';

export type PlatformRow = typeof platformSubscriptions.$inferSelect;
type PlatformValues = Omit<typeof platformSubscriptions.$inferInsert, 'id' | 'userId'>;

export type PlatformRepository = ReturnType<typeof createPlatformRepository>;

/** Reads subscriptions to the platform, one row an account. */
export function createPlatformRepository(db: Db) {
  return {
    find: (userId: string, tx: Executor = db) => findRow(tx, platformSubscriptions, isOwnedBy(userId)),

    /** Accounts whose subscription is due, at most `limit` without an open payment, the longest waiting first. */
    async listDue(now: Date, limit: number): Promise<string[]> {
      const { nextRecurringDate, status, userId } = platformSubscriptions;
      const isPaying = hasOpenPayment({ userId, target: 'platform', targetId: null });
      const rows = await db
        .select({ userId: platformSubscriptions.userId })
        .from(platformSubscriptions)
        .where(and(lte(nextRecurringDate, now), inArray(status, ['active', 'past_due']), not(isPaying)))
        .orderBy(nextRecurringDate)
        .limit(limit);
      return rows.map((row) => row.userId);
    },

    /** Accounts whose subscription renews, and that were told of another price. */
    async listRepriced({ price, after, limit, ...of }: RepricedQuery & { price: Cents }): Promise<string[]> {
      const { userId, status, nextPrice, price: paid } = platformSubscriptions;
      const rows = await db
        .select({ userId })
        .from(platformSubscriptions)
        .where(
          and(
            of.userId === undefined ? undefined : eq(userId, of.userId),
            gt(userId, after),
            inArray(status, ['active', 'past_due']),
            ne(sql`coalesce(${nextPrice}, ${paid})`, price),
          ),
        )
        .orderBy(userId)
        .limit(limit);
      return rows.map((row) => row.userId);
    },
  };
}

/** Changes subscriptions to the platform within a transaction. */
export const platformRepository = {
  lock: (userId: string, tx: Tx) => lockRow(tx, platformSubscriptions, isOwnedBy(userId)),

  /** Stores an account's subscription over the one it had. */
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

  /** Locks the failed renewal of an account, if it is tried again. */
  lockPastDue: (userId: string, tx: Tx): Promise<PlatformRow[]> =>
    tx
      .select()
      .from(platformSubscriptions)
      .where(and(isOwnedBy(userId), eq(platformSubscriptions.status, 'past_due')))
      .for('update'),
};

const isOwnedBy = (userId: string) => eq(platformSubscriptions.userId, userId);
