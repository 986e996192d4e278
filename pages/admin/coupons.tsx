import { defineConsolePage } from '@/composition/define-console-page';
import { couponFeature } from '@/features/operations/site-text/coupon-feature';
import { CouponsScreen } from '@/screens/operations/lazy-screens';
import { loadCoupons } from '@/screens/operations/site-text-query';

export default defineConsolePage(CouponsScreen, {
  permission: 'manageSite',
  features: [couponFeature],
  load: loadCoupons,
});
