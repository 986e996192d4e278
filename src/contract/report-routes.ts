import { defineRoutes } from './define';

export const reportRoutes = defineRoutes({
  createReport: { method: 'POST', path: '/reports', access: 'signedIn' },
});
