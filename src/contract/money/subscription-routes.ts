import { defineRoutes } from '../base/define';

/** Subscribing, canceling and resuming are payments: see payment-routes. */
export const subscriptionRoutes = defineRoutes({
  searchPerformerSubscriptions: { method: 'GET', path: '/subscriptions/performer/search', access: 'performer' },
  searchUserSubscriptions: { method: 'GET', path: '/subscriptions/user/search', access: 'user' },
});
