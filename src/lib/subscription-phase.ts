/** `renewing` renews automatically, `late` failed to renew and is retried, `ending` stays active until its end. */
export type SubscriptionPhase = 'renewing' | 'late' | 'ending' | 'ended';

interface Standing {
  status: string;
  subscriptionType: string;
  /** ISO 8601. */
  expiredAt: string;
  /** If the backend omits it, `expiredAt` decides. */
  isActive?: boolean;
  /** The creator blocked the fan, so the subscription does not renew. */
  blockedUser?: boolean;
}

/** Access ends at `expiredAt`, whatever the status says. Decisions 1. @param now milliseconds since 1970 */
export function getPhase(
  { status, subscriptionType, expiredAt, isActive, blockedUser }: Standing,
  now: number,
): SubscriptionPhase {
  if (status === 'past_due' && !blockedUser) return 'late';
  if (!(isActive ?? Date.parse(expiredAt) > now)) return 'ended';
  return status === 'deactivated' || subscriptionType === 'free' || blockedUser ? 'ending' : 'renewing';
}
