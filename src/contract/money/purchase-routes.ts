import { defineRoutes } from '../base/define';

/** Our extension: a fan's purchases with covers; compatible backends only list the charges. */
export const purchaseRoutes = defineRoutes({
  listPurchases: { method: 'GET', path: '/user/purchases', access: 'user', extension: true },
});
