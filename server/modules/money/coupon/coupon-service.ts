import { eq } from 'drizzle-orm';
import type { EndpointReply } from '@contract/schemas';
import type { Actor, Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { hasRow } from '../../../db/query-helpers';
import { coupons, couponUses } from '../../../db/schema/money';
import { inTransaction, type Tx } from '../../../db/transaction';
import { recordAct } from '../../../operator-log/record-act';
import { assertUsable, createUnusableError } from './coupon-policy';
import { couponRepository, type CouponRow } from './coupon-repository';
import { redeemCoupon } from './redeem-coupon';
import { saveCoupon } from './save-coupon';

export type CouponView = EndpointReply<'applyCoupon'>;
export type CouponService = ReturnType<typeof createCouponService>;

/** A fan can use a coupon once, to lower the price of one card payment. Codes are stored in upper case. */
export function createCouponService({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  return {
    save: (input: Parameters<typeof saveCoupon>[1], by?: Operator) => saveCoupon({ db, clock }, input, by),

    exists: (code: string): Promise<boolean> => hasRow(db, coupons, eq(coupons.code, code.toUpperCase())),

    /** Nobody can use it from now on. @throws AppError ENTITY_NOT_FOUND */
    end: (code: string, by?: Operator): Promise<void> =>
      inTransaction(db, async (tx) => {
        const { id, code: name } = await couponRepository.getByCode(code, tx);
        await tx.update(coupons).set({ status: 'inactive', updatedAt: clock.now() }).where(eq(coupons.id, id));
        await recordAct(tx, by, { act: 'coupon.ended', subject: { kind: 'coupon', id: name } });
      }),

    redeem: async (tx: Tx, use: Parameters<typeof redeemCoupon>[2]): Promise<CouponView> =>
      presentCoupon(await redeemCoupon({ clock }, tx, use)),

    /** Reads a coupon's discount for the actor without using it. @throws AppError ENTITY_NOT_FOUND, COUPON_UNUSABLE */
    async check(actor: Actor, code: string): Promise<CouponView> {
      const coupon = await couponRepository.getByCode(code, db);
      assertUsable(coupon, clock.now());
      const isUsed = await hasRow(db, couponUses, eq(couponUses.couponId, coupon.id), eq(couponUses.userId, actor.id));
      if (isUsed) throw createUnusableError('used before');
      return presentCoupon(coupon);
    },

    /** Gives back the use that a failed payment took. A repeat does nothing. */
    async returnUse(tx: Tx, couponId: string, transactionId: string): Promise<void> {
      const hadUse = await couponRepository.removeUse(couponId, transactionId, tx);
      if (hadUse) await couponRepository.incrementUsesLeft(couponId, tx);
    },
  };
}

/** Wire contract 3.25: the public view. */
const presentCoupon = ({ id, code, value }: CouponRow): CouponView => ({ _id: id, code, value });
