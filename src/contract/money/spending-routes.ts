import { defineRoutes } from '../base/define';

/** What a fan is going to be charged, and how much they want to spend at most. All of it is ours. */
export const spendingRoutes = defineRoutes({
  getSpendingLimit: { method: 'GET', path: '/wallet/spending-limit', access: 'user', extension: true },
  setSpendingLimit: { method: 'PUT', path: '/wallet/spending-limit', access: 'user', extension: true },
  listUpcomingCharges: { method: 'GET', path: '/payment/upcoming-charges', access: 'user', extension: true },
});
