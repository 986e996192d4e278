import { defineRoutes } from '../base/define';

const console = { access: 'admin', permission: 'readOrders', extension: true } as const;

/** Orders from all stores, for operators. All of it is ours. */
export const consoleOrderRoutes = defineRoutes({
  searchAllOrders: { ...console, method: 'GET', path: '/admin/orders' },
  getOrderAsOperator: { ...console, method: 'GET', path: '/admin/orders/:id' },
  refundOrderAsOperator: {
    ...console,
    method: 'POST',
    path: '/admin/orders/:id/refund',
    permission: 'decideRefunds',
    proved: true,
  },
});
