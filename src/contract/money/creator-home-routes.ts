import { defineRoutes } from '../base/define';

export const creatorHomeRoutes = defineRoutes({
  getCreatorHome: { method: 'GET', path: '/performer/studio/overview', access: 'performer', extension: true },
  listPostSales: { method: 'GET', path: '/performer/studio/post-sales', access: 'performer', extension: true },
  getFan: { method: 'GET', path: '/performer/studio/fans/:id', access: 'performer', extension: true },
});
