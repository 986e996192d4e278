import { getPhase, type SubscriptionPhase } from '@/lib/subscription-phase';
import type { Performer } from './performer-slice';

/** Null for viewers who never subscribed. Some backends only send `isSubscribed`. */
export function getPlanPhase({ isSubscribed, subscription }: Performer): SubscriptionPhase | null {
  if (!subscription) return isSubscribed ? 'renewing' : null;
  return getPhase({ ...subscription, isActive: isSubscribed }, 0);
}

/** Whether there is a subscription to manage: one that has ended can only be bought again. */
export function hasPlan(performer: Performer): boolean {
  const phase = getPlanPhase(performer);
  return phase !== null && phase !== 'ended';
}
