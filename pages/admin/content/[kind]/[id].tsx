import { defineConsolePage } from '@/composition/define-console-page';
import { consoleContentFeature } from '@/features/operations/report/content-feature';
import { ContentScreen } from '@/screens/operations/lazy-screens';
import { loadContent } from '@/screens/operations/reports/contents-query';

export default defineConsolePage(ContentScreen, {
  permission: 'moderateContent',
  features: [consoleContentFeature],
  load: loadContent,
});
