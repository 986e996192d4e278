import { defineRoutes } from '../base/define';

/**
 * Keys for programs that act for an account. One is sent as the token of a log-in is, and can do what its scopes say:
 * `key-access.ts`. Our extension.
 */
export const apiKeyRoutes = defineRoutes({
  listApiKeys: { method: 'GET', path: '/api-keys', access: 'signedIn', extension: true },
  createApiKey: { method: 'POST', path: '/api-keys', access: 'signedIn', proved: true, extension: true },
  deleteApiKey: { method: 'DELETE', path: '/api-keys/:id', access: 'signedIn', extension: true },
});
