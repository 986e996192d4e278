import { defineRoutes } from '../base/define';

/** The console: who works for the site, and what they did. All of it is ours. */
export const operatorRoutes = defineRoutes({
  searchOperatorLog: { method: 'GET', path: '/admin/log', access: 'admin', permission: 'readLog', extension: true },
  checkOperatorLog: {
    method: 'GET',
    path: '/admin/log/check',
    access: 'admin',
    permission: 'readLog',
    extension: true,
  },
  listOperators: { method: 'GET', path: '/admin/operators', access: 'admin', permission: 'readLog', extension: true },
  setOperatorRole: {
    method: 'PUT',
    path: '/admin/operators',
    access: 'admin',
    permission: 'manageOperators',
    proved: true,
    extension: true,
  },
});
