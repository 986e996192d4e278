import { defineRoutes } from '../base/define';

/** Content of the caller that operators removed, and appeals against that. All of it is ours. */
export const takedownRoutes = defineRoutes({
  listTakedowns: { method: 'GET', path: '/takedowns', access: 'signedIn', extension: true },
  appealTakedown: { method: 'POST', path: '/takedowns/:id/appeal', access: 'signedIn', extension: true },
});
