import { defineRoutes } from '../base/define';

export const commentRoutes = defineRoutes({
  createComment: { method: 'POST', path: '/comments', access: 'signedIn' },
  updateComment: {
    method: 'PUT',
    path: '/comments/:id',
    access: 'signedIn',
    acceptsForm: true,
    aliases: ['POST /comments/:id'],
  },
  listComments: { method: 'GET', path: '/comments', access: 'optional' },
  deleteComment: { method: 'DELETE', path: '/comments/:id', access: 'signedIn' },
});
