import { defineRoutes } from '../base/define';

export const notificationRoutes = defineRoutes({
  listNotifications: { method: 'GET', path: '/notifications', access: 'signedIn' },
  readNotification: { method: 'PUT', path: '/notifications/:id/read', access: 'signedIn', extension: true },
  readAllNotifications: { method: 'PUT', path: '/notifications/read-all', access: 'signedIn', extension: true },
});
