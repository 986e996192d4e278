import { defineRoutes } from '../base/define';

export const orderRoutes = defineRoutes({
  searchOrders: { method: 'GET', path: '/orders/search', access: 'performer' },
  searchUserOrders: { method: 'GET', path: '/orders/users/search', access: 'signedIn' },
  getOrder: { method: 'GET', path: '/orders/:id', access: 'signedIn' },
  /** Idempotent because setting it to refunded gives the money back. */
  updateOrder: { method: 'PUT', path: '/orders/:id/update', access: 'performer', idempotent: true },
  /** Ours: the buyer takes an order back while it is not shipped. */
  cancelOrder: { method: 'POST', path: '/orders/:id/cancel', access: 'user', idempotent: true, extension: true },
  /** Ours: what a cart costs, whose pieces are kept for a while. */
  reserveOrders: { method: 'POST', path: '/orders/reservation', access: 'user', extension: true },
  releaseOrders: { method: 'DELETE', path: '/orders/reservation', access: 'user', extension: true },
  /** Ours: a cart is paid at once, by wallet or by card. */
  checkoutOrders: { method: 'POST', path: '/orders/checkout', access: 'user', idempotent: true, extension: true },
  updateOrderAddress: { method: 'PUT', path: '/orders/:id/update/delivery-address', access: 'user' },
});
