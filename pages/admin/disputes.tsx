import { defineConsolePage } from '@/composition/define-console-page';
import { consoleDisputeFeature } from '@/features/operations/dispute/dispute-feature';
import { DisputesScreen } from '@/screens/operations/lazy-screens';
import { loadDisputes } from '@/screens/operations/disputes-query';

export default defineConsolePage(DisputesScreen, {
  permission: 'decideRefunds',
  features: [consoleDisputeFeature],
  load: loadDisputes,
});
