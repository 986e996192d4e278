import { definePage } from '@/composition/define-page';
import { notificationFeature } from '@/features/notification/notification-feature';
import { listRequested } from '@/features/notification/notification-slice';
import { NotificationScreen } from '@/screens/notification-screen';

export default definePage(NotificationScreen, {
  layout: 'primary',
  authenticate: true,
  features: [notificationFeature],
  load: () => [listRequested({})],
});
