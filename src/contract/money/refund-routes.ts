import { defineRoutes } from '../base/define';

/** Fans ask for their money back, creators decide. All of it is ours. */
export const refundRoutes = defineRoutes({
  askForRefund: { method: 'POST', path: '/refund-requests', access: 'user', idempotent: true, extension: true },
  listRefundRequests: { method: 'GET', path: '/refund-requests', access: 'user', extension: true },
  searchReceivedRefunds: { method: 'GET', path: '/refund-requests/received', access: 'performer', extension: true },
  /** By the id of a payment or of a charge, as `getReceipt`. */
  getRefundOfSale: { method: 'GET', path: '/refund-requests/sales/:id', access: 'user', extension: true },
  /** The refund for a fan whose subscription ended now; the id is the fan. */
  getSubscriptionRest: { method: 'GET', path: '/refund-requests/rest/:id', access: 'performer', extension: true },
  grantRefund: {
    method: 'POST',
    path: '/refund-requests/:id/grant',
    access: 'performer',
    idempotent: true,
    extension: true,
  },
  refuseRefund: {
    method: 'POST',
    path: '/refund-requests/:id/refuse',
    access: 'performer',
    idempotent: true,
    extension: true,
  },
});
