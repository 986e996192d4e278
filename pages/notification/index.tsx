import { definePage } from '@/composition/define-page';
import { notificationFeature, notifications } from '@/features/conversation/notification/notification-feature';
import { selectHasNotifications } from '@/features/conversation/badges/badges-feature';
import { NotificationScreen } from '@/screens/conversation/notification-screen';

export default definePage(NotificationScreen, {
  layout: 'primary',
  authenticate: true,
  features: [notificationFeature],
  load: () => [notifications.requested({})],
  isMissing: ({ state }) => !selectHasNotifications(state),
});
