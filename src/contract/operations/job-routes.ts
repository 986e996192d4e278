import { defineRoutes } from '../base/define';

/** Background work in the console. All of it is ours. */
export const jobRoutes = defineRoutes({
  getJobs: { method: 'GET', path: '/admin/jobs', access: 'admin', permission: 'manageJobs', extension: true },
  retryJob: {
    method: 'POST',
    path: '/admin/jobs/:id/retry',
    access: 'admin',
    permission: 'manageJobs',
    extension: true,
  },
  discardJob: { method: 'DELETE', path: '/admin/jobs/:id', access: 'admin', permission: 'manageJobs', extension: true },
  retrySetAsideFile: {
    method: 'POST',
    path: '/admin/files/:id/retry',
    access: 'admin',
    permission: 'manageJobs',
    extension: true,
  },
  giveUpSetAsideFile: {
    method: 'POST',
    path: '/admin/files/:id/give-up',
    access: 'admin',
    permission: 'manageJobs',
    extension: true,
  },
});
