import { bind, type Binding } from '../../../http/register-endpoint';
import type { CouponService } from './coupon-service';

export const couponBindings = (coupon: CouponService): Binding[] => [
  bind('applyCoupon', (call) => coupon.check(call.actor, call.params.id)),
];
