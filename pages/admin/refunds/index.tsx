import { defineConsolePage } from '@/composition/define-console-page';
import { consoleRefundFeature } from '@/features/operations/refund/refund-feature';
import { RefundsScreen } from '@/screens/operations/lazy-screens';
import { loadRefunds } from '@/screens/operations/refunds-query';

export default defineConsolePage(RefundsScreen, {
  permission: 'decideRefunds',
  features: [consoleRefundFeature],
  load: loadRefunds,
});
