import { defineRoutes } from '../base/define';

const console = { access: 'admin', permission: 'decideRefunds', extension: true } as const;
const act = { ...console, method: 'POST', proved: true } as const;

/** Refund requests and disputed payments, for operators. All of it is ours. */
export const consoleRefundRoutes = defineRoutes({
  searchRefunds: { ...console, method: 'GET', path: '/admin/refunds' },
  getRefund: { ...console, method: 'GET', path: '/admin/refunds/:id' },
  grantRefundAsOperator: { ...act, path: '/admin/refunds/:id/grant' },
  refuseRefundAsOperator: { ...act, path: '/admin/refunds/:id/refuse' },
  searchDisputes: { ...console, method: 'GET', path: '/admin/disputes' },
});
