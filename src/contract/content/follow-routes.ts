import { defineRoutes } from '../base/define';

export const followRoutes = defineRoutes({
  followPerformer: { method: 'POST', path: '/follows/:id', access: 'signedIn' },
  unfollowPerformer: { method: 'DELETE', path: '/follows/:id', access: 'signedIn' },
  listFollowers: { method: 'GET', path: '/follows/followers', access: 'signedIn' },
  listFollowing: { method: 'GET', path: '/follows/following', access: 'signedIn' },
});
