import { getPersonName } from '@/lib/person-name';
import { getPhase, type SubscriptionPhase } from '@/lib/subscription-phase';
import {
  selectSubscriptions,
  type PlatformSubscription,
  type Subscription,
  type SubscriptionRef,
} from './subscription-feature';
import { roundDollars } from '@contract/base/money';
import { compareText } from '@/lib/compare';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

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
  /** Another price that was announced, and the first renewal that costs it. */
  priceChange: Subscription['priceChange'];
  /** When it is charged next; null when it is not. */
  renewsOn: string | null;
  /** Whether access lasts now: a late one may have lost it. */
  isOpen: boolean;
  /** The creator's page is closed to the fan. */
  isBlocked: boolean;
  /** It was not renewed, since the fan has to confirm their age first, or had to. */
  isAgeNeeded: boolean;
  /** `Visa ending 4242`; null when none is saved, undefined where the backend does not say. */
  cardName: string | null | undefined;
}

const getCardName = (card: Subscription['card']) => card && `${card.brand} ending ${card.last4Digits}`;

/** @param now milliseconds since 1970. */
function getView(row: Subscription, now: number): SubscriptionView {
  return {
    ref: { id: row._id, performerId: row.performerId, gateway: row.paymentGateway, until: row.expiredAt },
    phase: getPhase(row, now),
    name: getPersonName(row.performerInfo, 'creator'),
    performer: row.performerInfo ?? null,
    type: row.subscriptionType,
    price: getPrice(row),
    priceChange: row.priceChange,
    renewsOn: getRenewalDate(row, now),
    isOpen: row.isActive ?? Date.parse(row.expiredAt) > now,
    isBlocked: row.blockedUser === true,
    isAgeNeeded: row.isAgeNeeded === true,
    cardName: getCardName(row.card),
  };
}

/** What a renewal costs: as the backend says of this one, else what its creator asks now. Undefined where neither is known. */
function getPrice({ subscriptionType, price, performerInfo }: Subscription): number | undefined {
  if (subscriptionType === 'free' || price !== undefined) return subscriptionType === 'free' ? undefined : price;
  const asked = subscriptionType === 'yearly' ? performerInfo?.yearlyPrice : performerInfo?.monthlyPrice;
  return asked || undefined;
}

/**
 * When a subscription is charged next. Where the backend names no day, a running one that its gateway renews is charged as
 * its period ends; one that was cancelled, is free, given by the site, or over, is not. Wire contract 3.16.
 */
function getRenewalDate(row: Subscription, now: number): string | null {
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
function getPlatformView(
  platform: PlatformSubscription | null,
  { siteName, price, now }: { siteName: string; price: number; now: number },
): SubscriptionView | null {
  if (!platform?.expiredAt || !platform.status) return null;
  const { status, expiredAt, isSubscribed, subscriptionId } = platform;
  return {
    ref: { id: subscriptionId ?? '', performerId: null, gateway: 'stripe', until: expiredAt },
    phase: getPhase({ status, subscriptionType: 'monthly', expiredAt, isActive: isSubscribed }, now),
    name: siteName,
    performer: null,
    type: 'monthly',
    price: platform.price ?? price,
    priceChange: platform.priceChange,
    renewsOn: platform.nextRecurringDate ?? null,
    isOpen: isSubscribed,
    isBlocked: false,
    isAgeNeeded: platform.isAgeNeeded === true,
    cardName: getCardName(platform.card),
  };
}

export type SubscriptionFilter = 'active' | 'ending' | 'ended';

/** What a filter shows. ux.md AS-6. */
export const getFilter: Record<SubscriptionPhase, SubscriptionFilter> = {
  renewing: 'active',
  late: 'active',
  ending: 'ending',
  ended: 'ended',
};

/** What the next renewal costs, in major units; undefined where the backend does not say. */
export const getNextPrice = ({ price, priceChange, renewsOn }: SubscriptionView): number | undefined =>
  priceChange && priceChange.from === renewsOn ? priceChange.price : price;

/** Milliseconds that count as the coming month: as long as the longest. */
const MONTH_MS = 31 * 86_400_000;

/** A charge to come. Sum in major units, before tax. */
export interface UpcomingCharge {
  name: string;
  /** The creator's page name; null for the site's own. */
  username: string | null;
  /** ISO text. */
  date: string;
  /** Null where the backend does not say. */
  price: number | null;
}

/**
 * What is charged next, soonest first, and the sum of the coming month; null where a part of it is not known. ux.md WA-4.
 *
 * @param now milliseconds since 1970.
 */
export function getUpcoming(
  views: readonly SubscriptionView[],
  now: number,
): { charges: UpcomingCharge[]; monthSum: number | null } {
  const charges = views.flatMap((view): UpcomingCharge[] => {
    const { phase, renewsOn, name, performer } = view;
    const price = getNextPrice(view);
    return (phase === 'renewing' || phase === 'late') && renewsOn && price !== 0
      ? [{ name, username: performer?.username ?? null, date: renewsOn, price: price ?? null }]
      : [];
  });
  charges.sort((a, b) => compareText(a.date, b.date));
  const soon = charges.filter(({ date }) => Date.parse(date) <= now + MONTH_MS);
  const isKnown = soon.every(({ price }) => price !== null);
  return { charges, monthSum: isKnown ? roundDollars(soon.reduce((sum, { price }) => sum + (price ?? 0), 0)) : null };
}

/** The site's own subscription; null for who never had one. */
export function useMembershipView(): SubscriptionView | null {
  const { platform, asOf: now } = useAppSelector(selectSubscriptions);
  const { siteName, monthlySubscriptionPrice: price } = useAppSelector(selectSettings);
  return getPlatformView(platform, { siteName, price, now });
}

/** Everything the account subscribes to or did, the site's own first. */
export function useSubscriptionViews(): SubscriptionView[] {
  const { list, asOf: now } = useAppSelector(selectSubscriptions);
  const own = useMembershipView();
  return [...(own ? [own] : []), ...list.map((row) => getView(row, now))];
}

/** How many of them each filter shows. */
export function useSubscriptionCounts(): Record<SubscriptionFilter, number> {
  const counts = { active: 0, ending: 0, ended: 0 };
  for (const { phase } of useSubscriptionViews()) counts[getFilter[phase]] += 1;
  return counts;
}
