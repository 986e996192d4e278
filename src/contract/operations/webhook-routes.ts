import { defineRoutes } from '../base/define';

/** Webhooks to the servers of creators, and of owners of the site: standardwebhooks.com. Our extension. */
export const webhookRoutes = defineRoutes({
  listWebhookEndpoints: { method: 'GET', path: '/webhook-endpoints', access: 'signedIn', extension: true },
  createWebhookEndpoint: {
    method: 'POST',
    path: '/webhook-endpoints',
    access: 'signedIn',
    proved: true,
    extension: true,
  },
  updateWebhookEndpoint: { method: 'PUT', path: '/webhook-endpoints/:id', access: 'signedIn', extension: true },
  deleteWebhookEndpoint: { method: 'DELETE', path: '/webhook-endpoints/:id', access: 'signedIn', extension: true },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhook-endpoints/:id/secret',
    access: 'signedIn',
    proved: true,
    extension: true,
  },
  testWebhookEndpoint: { method: 'POST', path: '/webhook-endpoints/:id/test', access: 'signedIn', extension: true },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/webhook-endpoints/:id/deliveries',
    access: 'signedIn',
    extension: true,
  },
  replayWebhookDelivery: {
    method: 'POST',
    path: '/webhook-endpoints/deliveries/:id/replay',
    access: 'signedIn',
    extension: true,
  },
});
