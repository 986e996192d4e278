import { defineRoutes, type Route } from '../base/define';

const download = { access: 'admin', extension: true, method: 'POST' } as const satisfies Partial<Route>;

/** Lists of the console as files for spreadsheets; each needs the permission of its list. All of it is ours. */
export const listExportRoutes = defineRoutes({
  exportPayouts: { ...download, path: '/admin/payouts/export', permission: 'decidePayouts' },
  exportOrders: { ...download, path: '/admin/orders/export', permission: 'readOrders' },
  exportPayments: { ...download, path: '/admin/payments/export', permission: 'readLedger' },
  exportPeople: { ...download, path: '/admin/people/export', permission: 'readPeople' },
  exportOperatorLog: { ...download, path: '/admin/log/export', permission: 'readLog' },
});
