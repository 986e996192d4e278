import { defineRoutes } from './define';

export const accountRoutes = defineRoutes({
  getMe: { method: 'GET', path: '/users/me', access: 'signedIn' },
  updateMe: { method: 'PUT', path: '/users', access: 'signedIn' },
  updateUser: { method: 'PUT', path: '/users/:id', access: 'admin', aliases: ['PUT /admin/users/:id'] },
  searchUsers: { method: 'GET', path: '/users/search', access: 'performer' },
  getUser: { method: 'GET', path: '/users/view/:id', access: 'signedIn' },
  setFollowPopupStatus: { method: 'PUT', path: '/users/follow-popup-status', access: 'signedIn' },
  dismissWelcomeVideo: { method: 'PUT', path: '/users/dismiss-welcome-video', access: 'signedIn' },
  uploadMyAvatar: { method: 'POST', path: '/users/avatar/upload', access: 'signedIn', upload: true },
  uploadUserAvatar: {
    method: 'POST',
    path: '/users/:id/avatar/upload',
    access: 'admin',
    upload: true,
    aliases: ['POST /admin/users/:id/avatar/upload'],
  },
});
