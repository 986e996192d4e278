/** The little of a subscription that tells whether another one may be bought. */
interface Current {
  subscriptionType: string;
  status: string;
}

/**
 * Whether it goes on by itself, so that there is nothing to buy. Trials and cancelled ones may be paid on; a backend that
 * names no subscription is believed when it says "subscribed".
 */
export function isRenewing(subscription: Current | null | undefined): boolean {
  if (!subscription) return true;
  return subscription.subscriptionType !== 'free' && subscription.status !== 'deactivated';
}
