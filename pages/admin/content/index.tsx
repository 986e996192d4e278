import { defineConsolePage } from '@/composition/define-console-page';
import { consoleContentFeature } from '@/features/operations/report/content-feature';
import { ContentsScreen } from '@/screens/operations/lazy-screens';
import { loadContents } from '@/screens/operations/reports/contents-query';

export default defineConsolePage(ContentsScreen, {
  permission: 'moderateContent',
  features: [consoleContentFeature],
  load: loadContents,
});
