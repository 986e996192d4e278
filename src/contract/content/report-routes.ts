import { defineRoutes } from '../base/define';

export const reportRoutes = defineRoutes({
  createReport: { method: 'POST', path: '/reports', access: 'signedIn' },
});
