import { defineRoutes } from '../base/define';

/**
 * Upload paths: the specification writes `/performers/<kind>` and says that the exact path is unknown; public servers have
 * `/performers/<kind>/upload`. Our client calls the second, and our API accepts both. Wire contract 6.
 */
export const performerRoutes = defineRoutes({
  searchPerformers: { method: 'GET', path: '/performers/user/search', access: 'optional' },
  listRandomPerformers: { method: 'GET', path: '/performers/search/random', access: 'optional' },
  // Reads an optional token, because performers who blocked the viewer must not be listed. Decisions 3.
  listTopPerformers: { method: 'GET', path: '/performers/top', access: 'optional' },
  getMyPerformer: { method: 'GET', path: '/performers/me', access: 'performer' },
  getPerformer: { method: 'GET', path: '/performers/:id', access: 'optional' },
  updatePerformer: { method: 'PUT', path: '/performers/:id', access: 'performer', revised: true },
  updateBankingSettings: { method: 'PUT', path: '/performers/:id/banking-settings', access: 'performer' },
  updatePaymentGatewaySettings: {
    method: 'PUT',
    path: '/performers/:id/payment-gateway-settings',
    access: 'performer',
  },
  uploadPerformerAvatar: {
    method: 'POST',
    path: '/performers/avatar/upload',
    access: 'performer',
    upload: true,
    aliases: ['POST /performers/avatar'],
  },
  uploadPerformerCover: {
    method: 'POST',
    path: '/performers/cover/upload',
    access: 'performer',
    upload: true,
    aliases: ['POST /performers/cover'],
  },
  uploadWelcomeVideo: {
    method: 'POST',
    path: '/performers/welcome-video/upload',
    access: 'performer',
    upload: true,
    aliases: ['POST /performers/welcome-video'],
  },
  /** One document, with its kind in the path, as on public servers. */
  uploadDocument: {
    method: 'POST',
    path: '/performers/documents/upload/:type',
    access: 'performer',
    upload: true,
  },
  /** One or both documents, with their kind as field name. */
  uploadDocuments: {
    method: 'POST',
    path: '/performers/documents/upload',
    access: 'performer',
    upload: true,
    aliases: ['POST /performers/documents'],
  },
  uploadWelcomeMessagePhoto: {
    method: 'POST',
    path: '/performers/welcome-message-photo/upload',
    access: 'performer',
    upload: true,
    aliases: ['POST /performers/welcome-message-photo'],
  },
  uploadWelcomeMessageVideo: {
    method: 'POST',
    path: '/performers/welcome-message-video/upload',
    access: 'performer',
    upload: true,
    aliases: ['POST /performers/welcome-message-video'],
  },
  deleteWelcomeMessageFile: {
    method: 'DELETE',
    path: '/performers/remove-welcome-message-file/:id',
    access: 'performer',
  },
  // Our extension: uploads can be removed.
  deletePerformerCover: { method: 'DELETE', path: '/performers/cover', access: 'performer', extension: true },
  deleteWelcomeVideo: { method: 'DELETE', path: '/performers/welcome-video', access: 'performer', extension: true },
});
