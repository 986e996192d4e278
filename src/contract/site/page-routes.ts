import { defineRoutes } from '../base/define';

export const pageRoutes = defineRoutes({
  listPosts: { method: 'GET', path: '/posts/search', access: 'public' },
  getPost: { method: 'GET', path: '/posts/:id', access: 'public' },
});
