import { defineRoutes } from '../base/define';

export const accountRoutes = defineRoutes({
  getMe: { method: 'GET', path: '/users/me', access: 'signedIn' },
  updateMe: { method: 'PUT', path: '/users', access: 'signedIn', revised: true },
  updateUser: {
    method: 'PUT',
    path: '/users/:id',
    access: 'admin',
    permission: 'editAccounts',
    aliases: ['PUT /admin/users/:id'],
  },
  searchUsers: { method: 'GET', path: '/users/search', access: 'performer' },
  getUser: { method: 'GET', path: '/users/view/:id', access: 'signedIn' },
  setFollowPopupStatus: { method: 'PUT', path: '/users/follow-popup-status', access: 'signedIn' },
  dismissWelcomeVideo: { method: 'PUT', path: '/users/dismiss-welcome-video', access: 'signedIn' },
  uploadMyAvatar: { method: 'POST', path: '/users/avatar/upload', access: 'signedIn', upload: true },
  uploadUserAvatar: {
    method: 'POST',
    path: '/users/:id/avatar/upload',
    access: 'admin',
    permission: 'editAccounts',
    upload: true,
    aliases: ['POST /admin/users/:id/avatar/upload'],
  },
  deleteMyAvatar: { method: 'DELETE', path: '/users/avatar', access: 'signedIn', extension: true },
  updatePreferences: { method: 'PUT', path: '/users/me/preferences', access: 'signedIn', extension: true },
  resendEmailChange: { method: 'POST', path: '/users/me/email-change', access: 'signedIn', extension: true },
  cancelEmailChange: { method: 'DELETE', path: '/users/me/email-change', access: 'signedIn', extension: true },
  // Our extension: sessions, and the confirmation that sensitive calls require (FRESH_LOGIN_REQUIRED).
  listSessions: { method: 'GET', path: '/users/me/sessions', access: 'signedIn', extension: true },
  endOtherSessions: { method: 'DELETE', path: '/users/me/sessions', access: 'signedIn', extension: true },
  endSession: { method: 'DELETE', path: '/users/me/sessions/:id', access: 'signedIn', extension: true },
  getConfirmation: { method: 'GET', path: '/auth/confirm', access: 'signedIn', extension: true },
  confirmIdentity: { method: 'POST', path: '/auth/confirm', access: 'signedIn', extension: true },
  sendConfirmationCode: { method: 'POST', path: '/auth/confirm/send-code', access: 'signedIn', extension: true },
  // Our extension: users can take their data with them, and delete their account.
  getDataExport: { method: 'GET', path: '/users/me/export', access: 'signedIn', extension: true },
  requestDataExport: { method: 'POST', path: '/users/me/export', access: 'signedIn', extension: true },
  getDeletion: { method: 'GET', path: '/users/me/deletion', access: 'signedIn', extension: true },
  requestDeletion: { method: 'POST', path: '/users/me/deletion', access: 'signedIn', extension: true },
  cancelDeletion: { method: 'DELETE', path: '/users/me/deletion', access: 'signedIn', extension: true },
});
