import { defineRoutes } from '../base/define';

export const walletRoutes = defineRoutes({
  tipPerformer: { method: 'POST', path: '/wallet/charges/tip/:id', access: 'user', idempotent: true },
  buyFeed: { method: 'POST', path: '/wallet/charges/feed/:id', access: 'user', idempotent: true },
  buyProduct: { method: 'POST', path: '/wallet/charges/product/:id', access: 'user', idempotent: true },
  buyVideo: { method: 'POST', path: '/wallet/charges/video/:id', access: 'user', idempotent: true },
  buyGallery: { method: 'POST', path: '/wallet/charges/gallery/:id', access: 'user', idempotent: true },
  buyMessage: { method: 'POST', path: '/wallet/charges/message/:id', access: 'user', idempotent: true },
  buyStream: { method: 'POST', path: '/wallet/charges/stream/:id', access: 'user', idempotent: true },
  listCharges: { method: 'GET', path: '/wallet/charges/search', access: 'user' },
  listWalletLines: { method: 'GET', path: '/wallet/statement', access: 'user', extension: true },
});
