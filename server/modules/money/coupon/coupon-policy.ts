import { AppError } from '../../../errors';
import type { CouponRow } from './coupon-repository';

/** @throws AppError COUPON_UNUSABLE if it is disabled, expired or used up */
export function assertUsable(coupon: Pick<CouponRow, 'status' | 'expiredDate' | 'usesLeft'>, now: Date): void {
  if (coupon.status !== 'active' || coupon.expiredDate <= now) throw createUnusableError('expired');
  if (coupon.usesLeft < 1) throw createUnusableError('used up');
}

const MESSAGES = {
  expired: 'This coupon has expired.',
  'used up': 'This coupon has already been used up.',
  'used before': 'You’ve already used this coupon.',
} as const;

export const createUnusableError = (reason: keyof typeof MESSAGES) =>
  new AppError('COUPON_UNUSABLE', { message: MESSAGES[reason] });
