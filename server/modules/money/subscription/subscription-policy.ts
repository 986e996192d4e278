import type { Actor } from '../../../access';
import { AppError } from '../../../errors';
import type { SiteSettings } from '../../site/settings/settings-service';
import type { SubscriptionRow } from './subscription-repository';

type Row = Pick<SubscriptionRow, 'userId' | 'performerId' | 'status' | 'subscriptionType' | 'expiredAt'>;

export const canCancel = (actor: Actor, row: Pick<Row, 'userId' | 'performerId'>): boolean =>
  actor.id === row.userId || actor.id === row.performerId;

/** Only the fan, who pays, can resume renewals. */
export const canResume = (actor: Actor, row: Pick<Row, 'userId'>): boolean => actor.id === row.userId;

/** Whether it renews, or has a retry. Also for the platform subscription. */
export const isRunning = ({ status }: { status: string }): boolean => status === 'active' || status === 'past_due';

/** Paid and renewing, so that it cannot be bought again. A trial or a cancelled one can. */
export const isSubscribed = (row: Row | null, now: Date): boolean =>
  row !== null &&
  row.status === 'active' &&
  row.subscriptionType !== 'free' &&
  row.expiredAt !== null &&
  row.expiredAt > now;

/** `isCurrentSubscription` for a row in memory. */
export const hasAccess = (row: Pick<Row, 'expiredAt'> | null, now: Date): boolean =>
  row !== null && row.expiredAt !== null && row.expiredAt > now;

/** For a refunded subscription, which ends at once. */
export const endedAt = (now: Date) =>
  ({ status: 'deactivated', expiredAt: now, nextRecurringDate: null, cancelledAt: now, updatedAt: now }) as const;

/** Rejects new sales while the operator has disabled them; running ones last until their end. @throws AppError FORBIDDEN */
export function assertPlatformOffered({ siteMembershipEnabled }: Pick<SiteSettings, 'siteMembershipEnabled'>): void {
  if (!siteMembershipEnabled)
    throw new AppError('FORBIDDEN', {
      message: 'Site memberships are not offered at the moment. You were not charged.',
    });
}
