import { defineConsolePage } from '@/composition/define-console-page';
import { listExportFeature } from '@/features/operations/list-export/list-export-feature';
import { logFeature } from '@/features/operations/log/log-feature';
import { operatorFeature } from '@/features/operations/operator/operator-feature';
import { LogScreen } from '@/screens/operations/lazy-screens';
import { loadLog } from '@/screens/operations/log-query';

export default defineConsolePage(LogScreen, {
  permission: 'readLog',
  features: [logFeature, operatorFeature, listExportFeature],
  load: loadLog,
});
