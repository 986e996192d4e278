import { defineRoutes } from './define';

export const postRoutes = defineRoutes({
  listPosts: { method: 'GET', path: '/posts/search', access: 'public' },
  getPost: { method: 'GET', path: '/posts/:id', access: 'public' },
});
