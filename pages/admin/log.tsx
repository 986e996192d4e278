import { defineConsolePage } from '@/composition/define-console-page';
import { logFeature } from '@/features/operations/log/log-feature';
import { LogScreen } from '@/screens/operations/lazy-screens';
import { loadLog } from '@/screens/operations/log-query';

export default defineConsolePage(LogScreen, { permission: 'readLog', features: [logFeature], load: loadLog });
