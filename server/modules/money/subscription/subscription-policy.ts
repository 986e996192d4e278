import type { Actor } from '../../../access';
import type { SubscriptionRow } from './subscription-repository';

type Row = Pick<SubscriptionRow, 'userId' | 'performerId' | 'status' | 'subscriptionType' | 'expiredAt'>;

/** Both sides may end it. */
export const canCancel = (actor: Actor, row: Pick<Row, 'userId' | 'performerId'>): boolean =>
  actor.id === row.userId || actor.id === row.performerId;

/** Only who pays may let it go on. */
export const canResume = (actor: Actor, row: Pick<Row, 'userId'>): boolean => actor.id === row.userId;

/** Whether it goes on by itself: it renews, or is tried again. */
export const isRunning = (row: Pick<Row, 'status'> | null): boolean =>
  row !== null && (row.status === 'active' || row.status === 'past_due');

/** Whether it is paid for, will renew, and so cannot be bought again. A trial and a cancelled one can be paid for. */
export const isSubscribed = (row: Row | null, now: Date): boolean =>
  row !== null &&
  row.status === 'active' &&
  row.subscriptionType !== 'free' &&
  row.expiredAt !== null &&
  row.expiredAt > now;

/** Whether it opens what it was paid for now: `isCurrentSubscription` of a row that was read. */
export const hasAccess = (row: Pick<Row, 'expiredAt'> | null, now: Date): boolean =>
  row !== null && row.expiredAt !== null && row.expiredAt > now;
