import { defineRoutes } from '../base/define';

export const orderRoutes = defineRoutes({
  searchOrders: { method: 'GET', path: '/orders/search', access: 'performer' },
  searchUserOrders: { method: 'GET', path: '/orders/users/search', access: 'signedIn' },
  getOrder: { method: 'GET', path: '/orders/:id', access: 'signedIn' },
  /** Idempotent, because the status refunded pays the money back. */
  updateOrder: { method: 'PUT', path: '/orders/:id/update', access: 'performer', idempotent: true },
  cancelOrder: { method: 'POST', path: '/orders/:id/cancel', access: 'user', idempotent: true, extension: true },
  /** Ours: the price of a cart, whose pieces are reserved for some time. */
  reserveOrders: { method: 'POST', path: '/orders/reservation', access: 'user', extension: true },
  releaseOrders: { method: 'DELETE', path: '/orders/reservation', access: 'user', extension: true },
  checkoutOrders: { method: 'POST', path: '/orders/checkout', access: 'user', idempotent: true, extension: true },
  updateOrderAddress: { method: 'PUT', path: '/orders/:id/update/delivery-address', access: 'user' },
});
