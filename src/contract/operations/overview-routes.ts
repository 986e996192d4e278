import { defineRoutes } from '../base/define';

/** First page of the console. All of it is ours. */
export const overviewRoutes = defineRoutes({
  listTodos: { method: 'GET', path: '/admin/todos', access: 'admin', permission: 'readLog', extension: true },
  getSiteOverview: { method: 'GET', path: '/admin/overview', access: 'admin', permission: 'readLog', extension: true },
  getMoneyOverview: {
    method: 'GET',
    path: '/admin/overview/money',
    access: 'admin',
    permission: 'readLedger',
    extension: true,
  },
});
