import { defineRoutes } from '../base/define';

/** Fans request refunds, creators decide. All of it is our extension. */
export const refundRoutes = defineRoutes({
  askForRefund: { method: 'POST', path: '/refund-requests', access: 'user', idempotent: true, extension: true },
  listRefundRequests: { method: 'GET', path: '/refund-requests', access: 'user', extension: true },
  searchReceivedRefunds: { method: 'GET', path: '/refund-requests/received', access: 'performer', extension: true },
  /** Takes the id of a payment or of a charge, like `getReceipt`. */
  getRefundOfSale: { method: 'GET', path: '/refund-requests/sales/:id', access: 'user', extension: true },
  /** The refund that a fan would get if their subscription ended now; the id is the fan's. */
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
