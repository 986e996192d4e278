import type { Actor } from '../../../access';
import { AppError } from '../../../errors';
import type { SiteSettings } from '../../site/settings/settings-service';
import type { SubscriptionRow } from './subscription-repository';

type Row = Pick<SubscriptionRow, 'userId' | 'performerId' | 'status' | 'subscriptionType' | 'expiredAt'>;

export const canCancel = (actor: Actor, row: Pick<Row, 'userId' | 'performerId'>): boolean =>
  actor.id === row.userId || actor.id === row.performerId;

/** Only the fan, who pays, can resume renewals. */
export const canResume = (actor: Actor, row: Pick<Row, 'userId'>): boolean => actor.id === row.userId;

/** Whether the subscription renews, or its renewal will be retried. */
export const isRunning = (row: Pick<Row, 'status'> | null): boolean =>
  row !== null && (row.status === 'active' || row.status === 'past_due');

/** Whether it is paid and renews, so that it cannot be bought again. Trials and canceled subscriptions can be bought. */
export const isSubscribed = (row: Row | null, now: Date): boolean =>
  row !== null &&
  row.status === 'active' &&
  row.subscriptionType !== 'free' &&
  row.expiredAt !== null &&
  row.expiredAt > now;

/** `isCurrentSubscription` for a row in memory. */
export const hasAccess = (row: Pick<Row, 'expiredAt'> | null, now: Date): boolean =>
  row !== null && row.expiredAt !== null && row.expiredAt > now;

/** State of a refunded subscription, which ends immediately. */
export const endedAt = (now: Date) =>
  ({ status: 'deactivated', expiredAt: now, nextRecurringDate: null, cancelledAt: now, updatedAt: now }) as const;

/**
 * Rejects new platform subscriptions while the operator has disabled them; running ones last to their end.
 *
 * @throws FORBIDDEN
 */
export function assertPlatformOffered({ siteMembershipEnabled }: Pick<SiteSettings, 'siteMembershipEnabled'>): void {
  if (!siteMembershipEnabled)
    throw new AppError('FORBIDDEN', {
      message: 'Site memberships are not offered at the moment. You were not charged.',
    });
}
