import { defineRoutes } from '../base/define';

/** Our extension: pushed messages reach a device while the site is closed. */
export const pushRoutes = defineRoutes({
  getPushKey: { method: 'GET', path: '/push/key', access: 'signedIn', extension: true },
  listPushSubscriptions: { method: 'GET', path: '/push/subscriptions', access: 'signedIn', extension: true },
  addPushSubscription: { method: 'POST', path: '/push/subscriptions', access: 'signedIn', extension: true },
  removePushSubscription: { method: 'DELETE', path: '/push/subscriptions/:id', access: 'signedIn', extension: true },
});
