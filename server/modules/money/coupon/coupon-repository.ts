import { and, eq, gt, sql } from 'drizzle-orm';
import { hasRows, findRow } from '../../../db/query-helpers';
import { coupons, couponUses } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';

export type CouponRow = typeof coupons.$inferSelect;

export const couponRepository = {
  /** @param code in upper or lower case. @throws AppError ENTITY_NOT_FOUND */
  getByCode: async (code: string, executor: Executor): Promise<CouponRow> =>
    requireFound(await findRow(executor, coupons, eq(coupons.code, code.toUpperCase()))),

  /** @returns false if this fan has used the coupon before */
  addUse: (use: typeof couponUses.$inferInsert, tx: Tx): Promise<boolean> =>
    hasRows(tx.insert(couponUses).values(use).onConflictDoNothing().returning({ couponId: couponUses.couponId })),

  /** @returns false if this payment did not use the coupon */
  removeUse: (couponId: string, transactionId: string, tx: Tx): Promise<boolean> =>
    hasRows(
      tx
        .delete(couponUses)
        .where(and(eq(couponUses.couponId, couponId), eq(couponUses.transactionId, transactionId)))
        .returning({ couponId: couponUses.couponId }),
    ),

  /** @returns false if the coupon is used up */
  decrementUsesLeft: (couponId: string, tx: Tx): Promise<boolean> =>
    hasRows(
      tx
        .update(coupons)
        .set({ usesLeft: sql`${coupons.usesLeft} - 1` })
        .where(and(eq(coupons.id, couponId), gt(coupons.usesLeft, 0)))
        .returning({ id: coupons.id }),
    ),

  async incrementUsesLeft(couponId: string, tx: Tx): Promise<void> {
    await tx
      .update(coupons)
      .set({ usesLeft: sql`${coupons.usesLeft} + 1` })
      .where(eq(coupons.id, couponId));
  },
};
