import { defineRoutes } from '../base/define';

export const payoutRoutes = defineRoutes({
  calculatePayout: { method: 'POST', path: '/payout-requests/calculate', access: 'performer' },
  checkPendingPayout: { method: 'GET', path: '/payout-requests/check/pending-review', access: 'performer' },
  searchPayoutRequests: { method: 'GET', path: '/payout-requests/search', access: 'performer' },
  createPayoutRequest: { method: 'POST', path: '/payout-requests', access: 'performer', idempotent: true },
  updatePayoutRequest: { method: 'PUT', path: '/payout-requests/:id', access: 'performer', idempotent: true },
  withdrawPayoutRequest: {
    method: 'POST',
    path: '/payout-requests/:id/withdraw',
    access: 'performer',
    idempotent: true,
    extension: true,
  },
  getPayoutRequest: { method: 'GET', path: '/payout-requests/:id/view', access: 'performer' },
});
