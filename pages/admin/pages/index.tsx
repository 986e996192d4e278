import { defineConsolePage } from '@/composition/define-console-page';
import { sitePageFeature } from '@/features/operations/site-text/site-page-feature';
import { SitePagesScreen } from '@/screens/operations/lazy-screens';
import { loadSitePages } from '@/screens/operations/site-text-query';

export default defineConsolePage(SitePagesScreen, {
  permission: 'manageSite',
  features: [sitePageFeature],
  load: loadSitePages,
});
