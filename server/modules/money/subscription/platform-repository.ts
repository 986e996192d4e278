import { and, eq, gt, inArray, lte, ne, not, sql } from 'drizzle-orm';
import type { Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { platformSubscriptions } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { lockRow, findRow } from '../../../db/query-helpers';
import type { RepricedQuery } from './renewal-kind';
import { hasOpenPayment } from './renewal-repository';

export type PlatformRow = typeof platformSubscriptions.$inferSelect;
type PlatformValues = Omit<typeof platformSubscriptions.$inferInsert, 'id' | 'userId'>;

export type PlatformRepository = ReturnType<typeof createPlatformRepository>;

export function createPlatformRepository(db: Db) {
  return {
    find: (userId: string, tx: Executor = db) => findRow(tx, platformSubscriptions, isOwnedBy(userId)),

    /** Accounts whose subscription is due and has no open payment, most overdue first. */
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

    /** Accounts with a renewing subscription that know of a price other than `price`. */
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

export const platformRepository = {
  lock: (userId: string, tx: Tx) => lockRow(tx, platformSubscriptions, isOwnedBy(userId)),

  /** Replaces the account's earlier subscription. */
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

  /** Locks the account's subscription if its renewal failed and will be retried. */
  lockPastDue: (userId: string, tx: Tx): Promise<PlatformRow[]> =>
    tx
      .select()
      .from(platformSubscriptions)
      .where(and(isOwnedBy(userId), eq(platformSubscriptions.status, 'past_due')))
      .for('update'),
};

const isOwnedBy = (userId: string) => eq(platformSubscriptions.userId, userId);
