import type { Actor } from '../../../access';
import { AppError } from '../../../errors';
import type { SiteSettings } from '../../site/settings/settings-service';
import type { SubscriptionRow } from './subscription-repository';

type Row = Pick<SubscriptionRow, 'userId' | 'performerId' | 'status' | 'subscriptionType' | 'expiredAt'>;

/** Fan and creator can both end it. */
export const canCancel = (actor: Actor, row: Pick<Row, 'userId' | 'performerId'>): boolean =>
  actor.id === row.userId || actor.id === row.performerId;

/** Only the fan, who pays, can let it renew. */
export const canResume = (actor: Actor, row: Pick<Row, 'userId'>): boolean => actor.id === row.userId;

/** Whether it renews by itself, or a retry of its renewal has a date. */
export const isRunning = (row: Pick<Row, 'status'> | null): boolean =>
  row !== null && (row.status === 'active' || row.status === 'past_due');

/** Whether it is paid for and renews, so that it cannot be bought again. A trial and a cancelled one can be. */
export const isSubscribed = (row: Row | null, now: Date): boolean =>
  row !== null &&
  row.status === 'active' &&
  row.subscriptionType !== 'free' &&
  row.expiredAt !== null &&
  row.expiredAt > now;

/** Whether it gives access now: `isCurrentSubscription` of a row that was read. */
export const hasAccess = (row: Pick<Row, 'expiredAt'> | null, now: Date): boolean =>
  row !== null && row.expiredAt !== null && row.expiredAt > now;

/** The columns of a subscription that ends at once, since its money went back. */
export const endedAt = (now: Date) =>
  ({ status: 'deactivated', expiredAt: now, nextRecurringDate: null, cancelledAt: now, updatedAt: now }) as const;

/** Rejects new sales while the operator has switched them off; running ones last until their end. @throws AppError FORBIDDEN */
export function assertPlatformOffered({ siteMembershipEnabled }: Pick<SiteSettings, 'siteMembershipEnabled'>): void {
  if (!siteMembershipEnabled)
    throw new AppError('FORBIDDEN', {
      message: 'Site memberships are not offered at the moment. You were not charged.',
    });
}
