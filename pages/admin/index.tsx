import { defineConsolePage } from '@/composition/define-console-page';
import { overviewFeature } from '@/features/operations/overview/overview-feature';
import { OverviewScreen } from '@/screens/operations/lazy-screens';
import { loadOverview } from '@/screens/operations/overview-query';

export default defineConsolePage(OverviewScreen, {
  permission: 'readLog',
  features: [overviewFeature],
  load: loadOverview,
});
