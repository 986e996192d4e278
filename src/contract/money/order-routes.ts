import { defineRoutes } from '../base/define';

export const orderRoutes = defineRoutes({
  searchOrders: { method: 'GET', path: '/orders/search', access: 'performer' },
  searchUserOrders: { method: 'GET', path: '/orders/users/search', access: 'signedIn' },
  getOrder: { method: 'GET', path: '/orders/:id', access: 'signedIn' },
  /** Idempotent, because setting the status to `refunded` refunds the buyer. */
  updateOrder: { method: 'PUT', path: '/orders/:id/update', access: 'performer', idempotent: true },
  cancelOrder: { method: 'POST', path: '/orders/:id/cancel', access: 'user', idempotent: true, extension: true },
  /** Our extension: the price of a cart, whose products are reserved for some time. */
  reserveOrders: { method: 'POST', path: '/orders/reservation', access: 'user', extension: true },
  releaseOrders: { method: 'DELETE', path: '/orders/reservation', access: 'user', extension: true },
  checkoutOrders: { method: 'POST', path: '/orders/checkout', access: 'user', idempotent: true, extension: true },
  updateOrderAddress: { method: 'PUT', path: '/orders/:id/update/delivery-address', access: 'user' },
});
