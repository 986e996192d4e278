import type { Subscription } from './subscription-slice';

/** `renewing` goes on by itself, `late` could not be charged and is tried again, `ending` stays open until its end. */
export type SubscriptionPhase = 'renewing' | 'late' | 'ending' | 'ended';

/**
 * Where a subscription stands. Access ends with `expiredAt`, whatever the status says. Decisions 1.
 *
 * @param now milliseconds since 1970.
 */
export function phaseOf(
  {
    status,
    subscriptionType,
    expiredAt,
    isActive,
  }: Pick<Subscription, 'status' | 'subscriptionType' | 'expiredAt' | 'isActive'>,
  now: number,
): SubscriptionPhase {
  if (status === 'past_due') return 'late';
  if (!(isActive ?? Date.parse(expiredAt) > now)) return 'ended';
  return status === 'deactivated' || subscriptionType === 'free' ? 'ending' : 'renewing';
}

export type SubscriptionFilter = 'active' | 'ending' | 'ended';

/** What a filter shows. ux.md AS-6. */
export const filterOf: Record<SubscriptionPhase, SubscriptionFilter> = {
  renewing: 'active',
  late: 'active',
  ending: 'ending',
  ended: 'ended',
};
