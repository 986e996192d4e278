/** `renewing` goes on by itself, `late` could not be charged and is tried again, `ending` stays open until its end. */
export type SubscriptionPhase = 'renewing' | 'late' | 'ending' | 'ended';

interface Standing {
  status: string;
  subscriptionType: string;
  /** ISO text. */
  expiredAt: string;
  /** Where the backend does not say, the end tells. */
  isActive?: boolean;
  /** Its creator blocked the fan: it is not renewed. */
  blockedUser?: boolean;
}

/**
 * Where a subscription stands. Access ends with `expiredAt`, whatever the status says. Decisions 1.
 *
 * @param now milliseconds since 1970.
 */
export function getPhase(
  { status, subscriptionType, expiredAt, isActive, blockedUser }: Standing,
  now: number,
): SubscriptionPhase {
  if (status === 'past_due' && !blockedUser) return 'late';
  if (!(isActive ?? Date.parse(expiredAt) > now)) return 'ended';
  return status === 'deactivated' || subscriptionType === 'free' || blockedUser ? 'ending' : 'renewing';
}
