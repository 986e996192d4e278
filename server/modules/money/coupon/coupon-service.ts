import { and, eq, gt, sql } from 'drizzle-orm';
import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { hasRow, hasRows, findRow } from '../../../db/query-helpers';
import { coupons, couponUses } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';

type CouponRow = typeof coupons.$inferSelect;

export type CouponView = EndpointReply<'applyCoupon'>;
export type CouponService = ReturnType<typeof createCouponService>;

/** Coupons take a share off what a card pays, once a person. Codes are kept in upper case. */
export function createCouponService({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  const getByCode = async (code: string, tx: Executor = db): Promise<CouponRow> =>
    requireFound(await findRow(tx, coupons, eq(coupons.code, code.toUpperCase())));

  /** @throws AppError COUPON_UNUSABLE when it is switched off, expired or used up. */
  function assertUsable(coupon: CouponRow): void {
    const isOver = coupon.expiredDate <= clock.now();
    if (coupon.status !== 'active' || isOver) throw unusable('This coupon has expired.');
    if (coupon.usesLeft < 1) throw unusable('This coupon has already been used up.');
  }

  return {
    /**
     * Makes a coupon, or changes the one with this code: who used that before still has.
     *
     * @param coupon.off fraction of the price, above 0, at most 1; `uses` by different people; good until the end of
     * `lastDay` in UTC, as `2031-12-31`.
     * @throws AppError VALIDATION_FAILED.
     */
    async save({ code, off, uses, lastDay }: { code: string; off: number; uses: number; lastDay: string }) {
      const isSound =
        /^[A-Za-z0-9-]{3,60}$/.test(code) && off > 0 && off <= 1 && Number.isSafeInteger(uses) && uses >= 0;
      const end = Date.parse(`${lastDay}T23:59:59.999Z`);
      if (!isSound || Number.isNaN(end)) throw new AppError('VALIDATION_FAILED');
      const now = clock.now();
      const values = {
        value: off,
        usesLeft: uses,
        expiredDate: new Date(end),
        status: 'active',
        updatedAt: now,
      } as const;
      await db
        .insert(coupons)
        .values({ code: code.toUpperCase(), createdAt: now, ...values })
        .onConflictDoUpdate({ target: coupons.code, set: values });
    },

    /**
     * What a coupon would take off for the actor. Holds nothing.
     *
     * @throws AppError ENTITY_NOT_FOUND, COUPON_UNUSABLE.
     */
    async check(actor: Actor, code: string): Promise<CouponView> {
      const coupon = await getByCode(code);
      assertUsable(coupon);
      const isUsed = await hasRow(db, couponUses, eq(couponUses.couponId, coupon.id), eq(couponUses.userId, actor.id));
      if (isUsed) throw unusable(USED_BEFORE);
      return present(coupon);
    },

    /**
     * Takes one use for a payment that begins, in its transaction: two payments never share the last use.
     *
     * @throws AppError ENTITY_NOT_FOUND, COUPON_UNUSABLE.
     */
    async hold(tx: Tx, input: { code: string; userId: string; transactionId: string }): Promise<CouponView> {
      const coupon = await getByCode(input.code, tx);
      assertUsable(coupon);
      const use = { couponId: coupon.id, userId: input.userId, transactionId: input.transactionId };
      const noted = tx
        .insert(couponUses)
        .values(use)
        .onConflictDoNothing()
        .returning({ couponId: couponUses.couponId });
      if (!(await hasRows(noted))) throw unusable(USED_BEFORE);
      const taken = tx
        .update(coupons)
        .set({ usesLeft: sql`${coupons.usesLeft} - 1` })
        .where(and(eq(coupons.id, coupon.id), gt(coupons.usesLeft, 0)))
        .returning({ id: coupons.id });
      if (!(await hasRows(taken))) throw unusable('This coupon has already been used up.');
      return present(coupon);
    },

    /** Gives a use back: its payment failed. A repeat does nothing. */
    async giveBack(tx: Tx, couponId: string, transactionId: string): Promise<void> {
      const removed = tx
        .delete(couponUses)
        .where(and(eq(couponUses.couponId, couponId), eq(couponUses.transactionId, transactionId)))
        .returning({ couponId: couponUses.couponId });
      if (!(await hasRows(removed))) return;
      await tx
        .update(coupons)
        .set({ usesLeft: sql`${coupons.usesLeft} + 1` })
        .where(eq(coupons.id, couponId));
    },
  };
}

const USED_BEFORE = 'You’ve already used this coupon.';
const unusable = (message: string) => new AppError('COUPON_UNUSABLE', { message });

/** Wire contract 3.25: the public view. */
const present = ({ id, code, value }: CouponRow): CouponView => ({ _id: id, code, value });
