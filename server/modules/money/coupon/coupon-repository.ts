import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { coupons, couponUses } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { hasRow, hasRows, rowOf } from '../../../db/rows';

export type CouponRow = typeof coupons.$inferSelect;

/** Coupons and who used them. Codes are kept in upper case. */
export function createCouponRepository(db: Db) {
  return {
    findByCode: (code: string, tx: Executor = db) => rowOf(tx, coupons, eq(coupons.code, code.toUpperCase())),

    /** Stores a coupon, over the one with its code when there is one: who used that before still has. */
    async save(row: typeof coupons.$inferInsert): Promise<void> {
      const { code, value, usesLeft, expiredDate, status, updatedAt } = row;
      await db
        .insert(coupons)
        .values(row)
        .onConflictDoUpdate({ target: coupons.code, set: { code, value, usesLeft, expiredDate, status, updatedAt } });
    },

    wasUsedBy: (couponId: string, userId: string, tx: Executor = db) =>
      hasRow(tx, couponUses, eq(couponUses.couponId, couponId), eq(couponUses.userId, userId)),

    /** Takes one use away. @returns false when none is left. */
    takeUse: (couponId: string, tx: Tx) =>
      hasRows(
        tx
          .update(coupons)
          .set({ usesLeft: sql`${coupons.usesLeft} - 1` })
          .where(and(eq(coupons.id, couponId), gt(coupons.usesLeft, 0)))
          .returning({ id: coupons.id }),
      ),

    /** @returns false when this person used the coupon before. */
    insertUse: (use: typeof couponUses.$inferInsert, tx: Tx) =>
      hasRows(tx.insert(couponUses).values(use).onConflictDoNothing().returning({ couponId: couponUses.couponId })),

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
