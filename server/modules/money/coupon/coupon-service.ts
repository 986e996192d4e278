import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError, found } from '../../../errors';
import { createCouponRepository, type CouponRow } from './coupon-repository';

export type CouponView = EndpointReply<'applyCoupon'>;
export type CouponService = ReturnType<typeof createCouponService>;

/** Coupons take a share off what a card pays, once a person. */
export function createCouponService({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  const repository = createCouponRepository(db);

  /** @throws AppError COUPON_UNUSABLE when it is switched off, expired or used up. */
  function assertUsable(coupon: CouponRow): void {
    const isOver = coupon.expiredDate <= clock.now();
    if (coupon.status !== 'active' || isOver) throw unusable('This coupon has expired.');
    if (coupon.usesLeft < 1) throw unusable('This coupon has already been used up.');
  }

  return {
    /**
     * Makes a coupon, or changes the one with this code.
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
      await repository.save({
        code: code.toUpperCase(),
        value: off,
        usesLeft: uses,
        expiredDate: new Date(end),
        status: 'active',
        createdAt: now,
        updatedAt: now,
      });
    },

    /**
     * What a coupon would take off for the actor. Holds nothing.
     *
     * @throws AppError ENTITY_NOT_FOUND, COUPON_UNUSABLE.
     */
    async check(actor: Actor, code: string): Promise<CouponView> {
      const coupon = found(await repository.findByCode(code));
      assertUsable(coupon);
      if (await repository.wasUsedBy(coupon.id, actor.id)) throw unusable(USED_BEFORE);
      return present(coupon);
    },

    /**
     * Takes one use for a payment that begins, in its transaction: two payments never share the last use.
     *
     * @throws AppError ENTITY_NOT_FOUND, COUPON_UNUSABLE.
     */
    async hold(tx: Tx, input: { code: string; userId: string; transactionId: string }): Promise<CouponView> {
      const coupon = found(await repository.findByCode(input.code, tx));
      assertUsable(coupon);
      const use = { couponId: coupon.id, userId: input.userId, transactionId: input.transactionId };
      if (!(await repository.insertUse(use, tx))) throw unusable(USED_BEFORE);
      if (!(await repository.takeUse(coupon.id, tx))) throw unusable('This coupon has already been used up.');
      return present(coupon);
    },

    /** Gives a use back: its payment failed. A repeat does nothing. */
    giveBack: (tx: Tx, couponId: string, transactionId: string): Promise<void> =>
      repository.giveBack(couponId, transactionId, tx),
  };
}

const USED_BEFORE = 'You’ve already used this coupon.';
const unusable = (message: string) => new AppError('COUPON_UNUSABLE', { message });

/** Wire contract 3.25: the public view. */
const present = ({ id, code, value }: CouponRow): CouponView => ({ _id: id, code, value });
