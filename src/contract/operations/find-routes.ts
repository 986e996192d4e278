import { defineRoutes } from '../base/define';

/** The search of the whole console. Ours. */
export const findRoutes = defineRoutes({
  findInConsole: { method: 'GET', path: '/admin/find', access: 'admin', permission: 'readLog', extension: true },
});
