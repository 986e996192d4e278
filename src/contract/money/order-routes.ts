import { defineRoutes } from '../base/define';

export const orderRoutes = defineRoutes({
  searchOrders: { method: 'GET', path: '/orders/search', access: 'performer' },
  searchUserOrders: { method: 'GET', path: '/orders/users/search', access: 'signedIn' },
  getOrder: { method: 'GET', path: '/orders/:id', access: 'signedIn' },
  /** Idempotent because setting it to refunded gives the money back. */
  updateOrder: { method: 'PUT', path: '/orders/:id/update', access: 'performer', idempotent: true },
  updateOrderAddress: { method: 'PUT', path: '/orders/:id/update/delivery-address', access: 'user' },
});
