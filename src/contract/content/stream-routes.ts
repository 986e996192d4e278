import { defineRoutes } from '../base/define';

export const streamRoutes = defineRoutes({
  startStream: { method: 'POST', path: '/streaming/live', access: 'performer' },
  updateLiveStream: { method: 'PUT', path: '/streaming/live/:id', access: 'performer' },
  updateStream: { method: 'PUT', path: '/streaming/update', access: 'performer' },
  setStreamDuration: { method: 'PUT', path: '/streaming/set-duration', access: 'performer' },
  joinStream: { method: 'GET', path: '/streaming/join/:id', access: 'signedIn' },
  createStreamToken: { method: 'POST', path: '/streaming/agora/token', access: 'signedIn' },
  searchStreams: { method: 'GET', path: '/streaming/user/search', access: 'optional' },
  requestPrivateChat: { method: 'POST', path: '/streaming/private-chat/:id', access: 'user' },
  /** The family accepts by GET; POST is ours, on a path of its own because the plain one asks for a show. */
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
});
