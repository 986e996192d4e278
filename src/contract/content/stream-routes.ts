import { defineRoutes } from '../base/define';

export const streamRoutes = defineRoutes({
  startStream: { method: 'POST', path: '/streaming/live', access: 'performer' },
  updateLiveStream: { method: 'PUT', path: '/streaming/live/:id', access: 'performer' },
  updateStream: { method: 'PUT', path: '/streaming/update', access: 'performer' },
  setStreamDuration: { method: 'PUT', path: '/streaming/set-duration', access: 'performer' },
  /** Our API accepts guests if the show is for everyone. */
  joinStream: { method: 'GET', path: '/streaming/join/:id', access: 'optional' },
  createStreamToken: { method: 'POST', path: '/streaming/agora/token', access: 'signedIn' },
  searchStreams: { method: 'GET', path: '/streaming/user/search', access: 'optional' },
  requestPrivateChat: { method: 'POST', path: '/streaming/private-chat/:id', access: 'user' },
  /** Compatible backends accept by GET. Our POST has its own path, because a POST to this one requests a show. */
  acceptPrivateChat: {
    method: 'GET',
    path: '/streaming/private-chat/:id',
    access: 'performer',
    changes: true,
    aliases: ['POST /streaming/private-chat/:id/accept'],
  },
  declinePrivateChat: {
    method: 'POST',
    path: '/streaming/private-chat/:id/decline',
    access: 'signedIn',
  },
  // Our extensions.
  getOwnStream: { method: 'GET', path: '/streaming/mine', access: 'performer', extension: true },
  endStream: { method: 'POST', path: '/streaming/live/:id/end', access: 'performer', extension: true },
  getStreamSummary: { method: 'GET', path: '/streaming/live/:id/summary', access: 'performer', extension: true },
  listStreamViewers: { method: 'GET', path: '/streaming/live/:id/viewers', access: 'performer', extension: true },
  listRestrictions: { method: 'GET', path: '/streaming/live/:id/restrictions', access: 'performer', extension: true },
  restrictViewer: { method: 'POST', path: '/streaming/live/:id/restrictions', access: 'performer', extension: true },
  liftRestriction: {
    method: 'DELETE',
    path: '/streaming/live/:id/restrictions/:userId',
    access: 'performer',
    extension: true,
  },
  createStreamAccess: { method: 'POST', path: '/streaming/access', access: 'optional', extension: true },
  connectStream: { method: 'POST', path: '/streaming/connect', access: 'optional', extension: true },
  listSeats: { method: 'GET', path: '/streaming/seats', access: 'signedIn', extension: true },
  getSeat: { method: 'GET', path: '/streaming/seats/:id', access: 'signedIn', extension: true },
  leaveSeat: { method: 'POST', path: '/streaming/seats/:id/leave', access: 'signedIn', extension: true },
  joinGroupShow: {
    method: 'POST',
    path: '/streaming/group/:id/join',
    access: 'user',
    idempotent: true,
    extension: true,
  },
  setShowReminder: { method: 'POST', path: '/streaming/reminders/:id', access: 'signedIn', extension: true },
  removeShowReminder: { method: 'DELETE', path: '/streaming/reminders/:id', access: 'signedIn', extension: true },
});
