import { defineRoutes } from '../base/define';

/** Settings of the site in the console. All of it is ours. */
export const settingRoutes = defineRoutes({
  listSettings: { method: 'GET', path: '/admin/settings', access: 'admin', permission: 'manageSite', extension: true },
  saveSetting: {
    method: 'PUT',
    path: '/admin/settings/:key',
    access: 'admin',
    permission: 'manageSite',
    extension: true,
  },
  closeCountries: {
    method: 'PUT',
    path: '/admin/countries',
    access: 'admin',
    permission: 'manageSite',
    extension: true,
  },
});
