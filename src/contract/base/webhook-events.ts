/** Events for the server of a creator. `data` of each: `docs/webhooks.md`. */
export const creatorEvents = [
  'subscription.started',
  'subscription.renewed',
  'subscription.ended',
  'tip.received',
  'purchase.made',
  'order.placed',
  'payment.refunded',
  'message.received',
  'payout.decided',
] as const;

/** Events for the server of the site's owners. */
export const siteEvents = ['creator.signed_up', 'report.filed', 'payout.requested', 'dispute.opened'] as const;

/** Sent by the button only. */
export const TEST_EVENT = 'webhook.test';

export const webhookEvents = [...creatorEvents, ...siteEvents] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
