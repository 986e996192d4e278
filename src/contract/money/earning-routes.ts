import { defineRoutes } from '../base/define';

export const earningRoutes = defineRoutes({
  getEarningStats: { method: 'GET', path: '/performer/earning/stats', access: 'performer' },
  searchEarnings: { method: 'GET', path: '/performer/earning/search', access: 'performer' },
  searchSubscriptionEarnings: {
    method: 'GET',
    path: '/performer/earning/subscription/search',
    access: 'performer',
  },
  listStatements: { method: 'GET', path: '/performer/earning/statements', access: 'performer', extension: true },
  getStatementFile: {
    method: 'GET',
    path: '/performer/earning/statements/:period',
    access: 'performer',
    extension: true,
  },
});
