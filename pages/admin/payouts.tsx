import { defineConsolePage } from '@/composition/define-console-page';
import { listExportFeature } from '@/features/operations/list-export/list-export-feature';
import { consolePayoutFeature } from '@/features/operations/payout/payout-feature';
import { PayoutsScreen } from '@/screens/operations/lazy-screens';
import { loadPayouts } from '@/screens/operations/payouts-query';

export default defineConsolePage(PayoutsScreen, {
  permission: 'decidePayouts',
  features: [consolePayoutFeature, listExportFeature],
  load: loadPayouts,
});
