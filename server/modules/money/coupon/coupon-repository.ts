import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { coupons, couponUses } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';

export type CouponRow = typeof coupons.$inferSelect;

/** Coupons and who used them. Codes are kept in upper case. */
export function createCouponRepository(db: Db) {
  return {
    async findByCode(code: string, tx: Executor = db): Promise<CouponRow | null> {
      const [row] = await tx.select().from(coupons).where(eq(coupons.code, code.toUpperCase()));
      return row ?? null;
    },

    /** Stores a coupon, over the one with its code when there is one: who used that before still has. */
    async save(row: typeof coupons.$inferInsert): Promise<void> {
      const { code, value, usesLeft, expiredDate, status, updatedAt } = row;
      await db
        .insert(coupons)
        .values(row)
        .onConflictDoUpdate({ target: coupons.code, set: { code, value, usesLeft, expiredDate, status, updatedAt } });
    },

    async wasUsedBy(couponId: string, userId: string, tx: Executor = db): Promise<boolean> {
      const [row] = await tx
        .select({ id: couponUses.couponId })
        .from(couponUses)
        .where(and(eq(couponUses.couponId, couponId), eq(couponUses.userId, userId)));
      return row !== undefined;
    },

    /** Takes one use away. @returns false when none is left. */
    async takeUse(couponId: string, tx: Tx): Promise<boolean> {
      const rows = await tx
        .update(coupons)
        .set({ usesLeft: sql`${coupons.usesLeft} - 1` })
        .where(and(eq(coupons.id, couponId), gt(coupons.usesLeft, 0)))
        .returning({ id: coupons.id });
      return rows.length > 0;
    },

    /** @returns false when this person used the coupon before. */
    async insertUse(use: typeof couponUses.$inferInsert, tx: Tx): Promise<boolean> {
      const rows = await tx
        .insert(couponUses)
        .values(use)
        .onConflictDoNothing()
        .returning({ couponId: couponUses.couponId });
      return rows.length > 0;
    },

    /** Gives the use of a payment that came to nothing back. */
    async giveBack(couponId: string, transactionId: string, tx: Tx): Promise<void> {
      const rows = await tx
        .delete(couponUses)
        .where(and(eq(couponUses.couponId, couponId), eq(couponUses.transactionId, transactionId)))
        .returning({ couponId: couponUses.couponId });
      if (rows.length === 0) return;
      await tx
        .update(coupons)
        .set({ usesLeft: sql`${coupons.usesLeft} + 1` })
        .where(eq(coupons.id, couponId));
    },
  };
}
