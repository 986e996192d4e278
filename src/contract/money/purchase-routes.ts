import { defineRoutes } from '../base/define';

/** Ours: a fan's bought things with their covers, where the family only lists the charges. */
export const purchaseRoutes = defineRoutes({
  listPurchases: { method: 'GET', path: '/user/purchases', access: 'user', extension: true },
});
