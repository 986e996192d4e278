import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { assertUsable, createUnusableError } from './coupon-policy';
import { couponRepository, type CouponRow } from './coupon-repository';

/**
 * Records that a payment uses a coupon, once per fan and while uses are left.
 *
 * @throws AppError ENTITY_NOT_FOUND, COUPON_UNUSABLE
 */
export async function redeemCoupon(
  { clock }: Pick<ServerContext, 'clock'>,
  tx: Tx,
  { code, userId, transactionId }: { code: string; userId: string; transactionId: string },
): Promise<CouponRow> {
  const coupon = await couponRepository.getByCode(code, tx);
  assertUsable(coupon, clock.now());
  const use = { couponId: coupon.id, userId, transactionId };
  if (!(await couponRepository.addUse(use, tx))) throw createUnusableError('used before');
  if (!(await couponRepository.decrementUsesLeft(coupon.id, tx))) throw createUnusableError('used up');
  return coupon;
}
