import { defineRoutes } from '../base/define';

const console = { access: 'admin', permission: 'decidePayouts', extension: true } as const;
const act = { ...console, method: 'POST', proved: true } as const;

/** Payouts, for operators. All of it is ours. */
export const consolePayoutRoutes = defineRoutes({
  searchPayouts: { ...console, method: 'GET', path: '/admin/payouts' },
  sumPayouts: { ...console, method: 'GET', path: '/admin/payouts/sums' },
  approvePayouts: { ...act, path: '/admin/payouts/approve' },
  makeBankFile: { ...act, path: '/admin/payouts/bank-file' },
  rejectPayout: { ...act, path: '/admin/payouts/:id/reject' },
  markPayoutPaid: { ...act, path: '/admin/payouts/:id/paid' },
  returnPayout: { ...act, path: '/admin/payouts/:id/returned' },
});
