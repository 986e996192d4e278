const words: Record<string, string> = {
  'subscription.started': 'New subscriber',
  'subscription.renewed': 'Subscription renewed',
  'subscription.ended': 'Subscription ended',
  'tip.received': 'Tip',
  'purchase.made': 'Purchase',
  'order.placed': 'Order',
  'payment.refunded': 'Refund',
  'message.received': 'New message, without its text',
  'payout.decided': 'Payout approved, paid or rejected',
  'creator.signed_up': 'Creator signed up',
  'report.filed': 'Report',
  'payout.requested': 'Payout requested',
  'dispute.opened': 'Payment disputed',
  'webhook.test': 'Test',
};

/** An event of a newer backend is shown by its name. */
export const getEventLabel = (event: string): string => words[event] ?? event;
