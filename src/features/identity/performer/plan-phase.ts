import { getPhase, type SubscriptionPhase } from '@/lib/subscription-phase';
import type { Performer } from './performer-slice';

/** How the viewer's subscription stands; null for who never had one. A backend may say no more than that there is one. */
export function getPlanPhase({ isSubscribed, subscription }: Performer): SubscriptionPhase | null {
  if (!subscription) return isSubscribed ? 'renewing' : null;
  return getPhase({ ...subscription, isActive: isSubscribed }, 0);
}

/** Whether there is something to manage: it runs, or could not be charged. What is over can be bought again. */
export function hasPlan(performer: Performer): boolean {
  const phase = getPlanPhase(performer);
  return phase !== null && phase !== 'ended';
}
