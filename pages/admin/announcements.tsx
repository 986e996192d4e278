import { defineConsolePage } from '@/composition/define-console-page';
import { announcementFeature } from '@/features/operations/site-text/announcement-feature';
import { AnnouncementsScreen } from '@/screens/operations/lazy-screens';
import { loadAnnouncements } from '@/screens/operations/site-text-query';

export default defineConsolePage(AnnouncementsScreen, {
  permission: 'manageSite',
  features: [announcementFeature],
  load: loadAnnouncements,
});
