import { defineConsolePage } from '@/composition/define-console-page';
import { consoleRefundFeature } from '@/features/operations/refund/refund-feature';
import { RefundScreen } from '@/screens/operations/lazy-screens';
import { loadRefund } from '@/screens/operations/refunds-query';

export default defineConsolePage(RefundScreen, {
  permission: 'decideRefunds',
  features: [consoleRefundFeature],
  load: loadRefund,
});
