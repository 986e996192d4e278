import { bind, type Binding } from '../../../http/register-endpoint';
import type { NotificationService } from './notification-service';

export const notificationBindings = (notification: NotificationService): Binding[] => [
  bind('listNotifications', (call) => notification.list(call.actor, call.query)),
  bind('readNotification', (call) => notification.read(call.actor, call.params.id)),
  bind('readAllNotifications', (call) => notification.readAll(call.actor)),
];
