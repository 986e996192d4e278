import { defineRoutes } from '../base/define';

export const blockRoutes = defineRoutes({
  listBlockedCountries: { method: 'GET', path: '/admin/block/countries', access: 'admin', permission: 'manageSite' },
  blockCountries: { method: 'POST', path: '/block/countries', access: 'performer' },
  blockUser: { method: 'POST', path: '/block/users', access: 'performer' },
  unblockUser: { method: 'DELETE', path: '/block/users/:id', access: 'performer' },
  listBlockedUsers: { method: 'GET', path: '/block/users', access: 'performer' },
  checkCountryBlock: { method: 'GET', path: '/block/countries/check', access: 'public' },
});
