import { and, asc, eq, gte, lte, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { findRow } from '../../../db/query-helpers';
import { brokenSales, purchases } from '../../../db/schema/money';
import type { Tx } from '../../../db/transaction';

/** An item or a message that fans bought. */
export interface SoldTarget {
  target: string;
  targetId: string;
}

export type BrokenSaleRow = typeof brokenSales.$inferSelect;
export type PurchaseWindow = Pick<BrokenSaleRow, 'target' | 'targetId' | 'boughtFrom' | 'boughtUntil'>;

export type BrokenSaleRepository = ReturnType<typeof createBrokenSaleRepository>;

export function createBrokenSaleRepository(db: Db) {
  return {
    listDue: (now: Date, limit: number): Promise<BrokenSaleRow[]> =>
      db.select().from(brokenSales).where(lte(brokenSales.dueAt, now)).orderBy(asc(brokenSales.dueAt)).limit(limit),

    async postpone(sold: SoldTarget, dueAt: Date): Promise<void> {
      await db.update(brokenSales).set({ dueAt }).where(isTarget(sold));
    },

    listPurchases: (window: PurchaseWindow) =>
      db
        .select({ userId: purchases.userId, chargeId: purchases.chargeId })
        .from(purchases)
        .where(isWithin(window))
        .orderBy(asc(purchases.createdAt)),
  };
}

export const brokenSaleRepository = {
  /** Merges with an earlier row of the target: the new window covers both windows, and the earlier deadline stays. */
  async insert(row: typeof brokenSales.$inferInsert, tx: Tx): Promise<void> {
    await tx
      .insert(brokenSales)
      .values(row)
      .onConflictDoUpdate({
        target: [brokenSales.target, brokenSales.targetId],
        set: {
          boughtFrom: sql`case when ${brokenSales.boughtFrom} is null or excluded.bought_from is null then null
              else least(${brokenSales.boughtFrom}, excluded.bought_from) end`,
          boughtUntil: sql`greatest(${brokenSales.boughtUntil}, excluded.bought_until)`,
        },
      });
  },

  find: (sold: SoldTarget, tx: Tx): Promise<BrokenSaleRow | null> => findRow(tx, brokenSales, isTarget(sold)),

  async remove(sold: SoldTarget, tx: Tx): Promise<void> {
    await tx.delete(brokenSales).where(isTarget(sold));
  },

  async listBuyerIds(window: PurchaseWindow, tx: Tx): Promise<string[]> {
    const rows = await tx.select({ userId: purchases.userId }).from(purchases).where(isWithin(window));
    return rows.map(({ userId }) => userId);
  },
};

const isTarget = ({ target, targetId }: SoldTarget) =>
  and(eq(brokenSales.target, target), eq(brokenSales.targetId, targetId));

const isWithin = ({ target, targetId, boughtFrom, boughtUntil }: PurchaseWindow): SQL | undefined =>
  and(
    eq(purchases.target, target),
    eq(purchases.targetId, targetId),
    boughtFrom === null ? undefined : gte(purchases.createdAt, boughtFrom),
    lte(purchases.createdAt, boughtUntil),
  );
