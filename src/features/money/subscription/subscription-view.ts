import { personName } from '@/lib/person-name';
import type { PlatformSubscription, Subscription, SubscriptionRef } from './subscription-slice';
import { phaseOf, type SubscriptionPhase } from './subscription-state';

/** One line of the list: a subscription to a creator, or the site's own. Sums in major units, dates as ISO text. */
export interface SubscriptionView {
  ref: SubscriptionRef;
  phase: SubscriptionPhase;
  name: string;
  /** Null for the site's own, and for creators who left. */
  performer: NonNullable<Subscription['performerInfo']> | null;
  type: Subscription['subscriptionType'];
  /** Undefined where the backend does not say, and for trials. */
  price: number | undefined;
  /** When it is charged next; null when it is not. */
  renewsOn: string | null;
  /** Whether access lasts now: a late one may have lost it. */
  isOpen: boolean;
  /** `Visa ending 4242`; null when none is saved, undefined where the backend does not say. */
  cardName: string | null | undefined;
}

type RenewalCard = Subscription['card'];

const cardName = (card: RenewalCard) => card && `${card.brand} ending ${card.last4Digits}`;

/** @param now milliseconds since 1970. */
export function viewOf(row: Subscription, now: number): SubscriptionView {
  return {
    ref: { id: row._id, performerId: row.performerId, gateway: row.paymentGateway, until: row.expiredAt },
    phase: phaseOf(row, now),
    name: personName(row.performerInfo, 'creator'),
    performer: row.performerInfo ?? null,
    type: row.subscriptionType,
    price: priceOf(row),
    renewsOn: renewalOf(row, now),
    isOpen: row.isActive ?? Date.parse(row.expiredAt) > now,
    cardName: cardName(row.card),
  };
}

/** What a renewal costs: as the backend says of this one, else what its creator asks now. Undefined where neither is known. */
function priceOf({ subscriptionType, price, performerInfo }: Subscription): number | undefined {
  if (subscriptionType === 'free' || price !== undefined) return subscriptionType === 'free' ? undefined : price;
  const asked = subscriptionType === 'yearly' ? performerInfo?.yearlyPrice : performerInfo?.monthlyPrice;
  return asked || undefined;
}

/**
 * When a subscription is charged next. Where the backend names no day, a running one that its gateway renews is charged as
 * its period ends; one that was cancelled, is free, given by the site, or over, is not. Wire contract 3.16.
 */
function renewalOf(row: Subscription, now: number): string | null {
  if (row.nextRecurringDate !== undefined) return row.nextRecurringDate;
  const recurs = row.subscriptionType === 'monthly' || row.subscriptionType === 'yearly';
  const isRunning = row.status === 'active' && Date.parse(row.expiredAt) > now;
  return recurs && isRunning && row.paymentGateway !== 'system' ? row.expiredAt : null;
}

/**
 * The site's own subscription as a line of the same list.
 *
 * @returns null for who never had one, and for a backend that does not tell its end.
 */
export function platformViewOf(
  platform: PlatformSubscription | null,
  { siteName, price, now }: { siteName: string; price: number; now: number },
): SubscriptionView | null {
  if (!platform?.expiredAt || !platform.status) return null;
  const { status, expiredAt, isSubscribed, subscriptionId } = platform;
  return {
    ref: { id: subscriptionId ?? '', performerId: null, gateway: 'stripe', until: expiredAt },
    phase: phaseOf({ status, subscriptionType: 'monthly', expiredAt, isActive: isSubscribed }, now),
    name: siteName,
    performer: null,
    type: 'monthly',
    price: platform.price ?? price,
    renewsOn: platform.nextRecurringDate ?? null,
    isOpen: isSubscribed,
    cardName: cardName(platform.card),
  };
}
