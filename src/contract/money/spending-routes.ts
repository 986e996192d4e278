import { defineRoutes } from '../base/define';

/** A fan's upcoming charges and spending limit. All of it is our extension. */
export const spendingRoutes = defineRoutes({
  getSpendingLimit: { method: 'GET', path: '/wallet/spending-limit', access: 'user', extension: true },
  setSpendingLimit: { method: 'PUT', path: '/wallet/spending-limit', access: 'user', extension: true },
  listUpcomingCharges: { method: 'GET', path: '/payment/upcoming-charges', access: 'user', extension: true },
});
