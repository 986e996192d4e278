import { defineRoutes } from '../base/define';

export const reactionRoutes = defineRoutes({
  createReaction: { method: 'POST', path: '/reactions', access: 'signedIn' },
  deleteReaction: { method: 'DELETE', path: '/reactions', access: 'signedIn' },
  /** Covers the specification's five calls `/reactions/{feeds|galleries|videos|products|performers}/bookmark`. */
  listBookmarks: { method: 'GET', path: '/reactions/:type/bookmark', access: 'signedIn' },
});
