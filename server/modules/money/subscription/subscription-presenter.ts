import type { EndpointReply } from '@contract/schemas';
import { cents, fromCents, type Cents } from '@contract/base/money';
import type { CardRow } from '../payment/card-service';
import type { PersonView } from '../../identity/people/people-service';
import type { PlatformRow } from './platform-repository';
import { hasAccess } from './subscription-policy';
import { findPriceChange } from './subscription-price';
import type { SubscriptionRow } from './subscription-repository';

export type SubscriptionView = EndpointReply<'searchUserSubscriptions'>['data'][number];

type FindRenewalCard = (cardId: string | null) => CardRow | null;

/** Wire contract 3.16. An active one past its end is shown as suspended. @param shown.findCard only if shown to its fan */
export function presentSubscription(
  row: SubscriptionRow & { isBlocked: boolean },
  {
    people,
    now,
    findCard,
    sumsByFan,
    isAgeMissing = false,
  }: {
    people: Map<string, PersonView>;
    now: Date;
    findCard?: FindRenewalCard;
    /** Sums that fans paid to the creator; only if the viewer is the creator. */
    sumsByFan?: ReadonlyMap<string, { gross: Cents }>;
    /** Whether the fan must declare their age before paying; only if the viewer is that fan. */
    isAgeMissing?: boolean;
  },
): SubscriptionView {
  const user = people.get(row.userId);
  const performer = people.get(row.performerId);
  // Only subscriptions that were never paid have no end, and they are not listed.
  const expiredAt = row.expiredAt ?? row.createdAt;
  const isActive = hasAccess(row, now);
  return {
    _id: row.id,
    subscriptionType: row.subscriptionType,
    userId: row.userId,
    userInfo: user && !user.isPerformer ? user : null,
    performerId: row.performerId,
    performerInfo: performer?.isPerformer ? performer : null,
    paymentGateway: row.paymentGateway as SubscriptionView['paymentGateway'],
    status: row.status === 'active' && !isActive ? 'suspended' : row.status,
    startRecurringDate: row.startRecurringDate?.toISOString() ?? null,
    nextRecurringDate: row.nextRecurringDate?.toISOString() ?? null,
    expiredAt: expiredAt.toISOString(),
    usedFreeSubscription: row.usedFreeSubscription,
    ...(row.isBlocked && { blockedUser: true }),
    price: fromCents(row.price),
    isActive,
    ...(sumsByFan && { totalSpent: fromCents(sumsByFan.get(row.userId)?.gross ?? cents(0)) }),
    ...(isAgeMissing && row.status === 'past_due' && { isAgeNeeded: true }),
    ...(findCard && row.paymentGateway !== 'system' && { card: presentRenewalCard(findCard(row.cardId)) }),
    ...(findCard && presentPriceChange(row, { months: row.subscriptionType === 'yearly' ? 12 : 1 })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Wire contract 2.2. */
export function presentPlatform(
  row: PlatformRow | null,
  { now, findCard, isAgeMissing }: { now: Date; findCard: FindRenewalCard; isAgeMissing: boolean },
): EndpointReply<'getPlatformSubscription'> {
  if (!row) return { isSubscribed: false };
  const isSubscribed = hasAccess(row, now);
  return {
    isSubscribed,
    status: row.status === 'active' && !isSubscribed ? 'suspended' : row.status,
    expiredAt: row.expiredAt.toISOString(),
    subscriptionId: row.id,
    nextRecurringDate: row.nextRecurringDate?.toISOString() ?? null,
    price: fromCents(row.price),
    ...(isAgeMissing && row.status === 'past_due' && { isAgeNeeded: true }),
    card: presentRenewalCard(findCard(row.cardId)),
    ...presentPriceChange(row, { months: 1 }),
  };
}

export const presentRenewalCard = (card: CardRow | null) =>
  card && { brand: card.brand, last4Digits: card.last4Digits };

function presentPriceChange(row: Parameters<typeof findPriceChange>[0], term: { months: number }) {
  const change = findPriceChange(row, term);
  return change && { priceChange: { price: fromCents(change.price), from: change.from.toISOString() } };
}
