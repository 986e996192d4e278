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

/** A row for a creator's or the site's own subscription. Amounts in major units, dates as ISO text. */
export interface SubscriptionView {
  ref: SubscriptionRef;
  phase: SubscriptionPhase;
  name: string;
  /** Null for the site's own subscription, and for creators who have left. */
  performer: NonNullable<Subscription['performerInfo']> | null;
  type: Subscription['subscriptionType'];
  /** Undefined for trials, and if the backend does not send it. */
  price: number | undefined;
  /** An announced price, and the first renewal at that price. */
  priceChange: Subscription['priceChange'];
  renewsOn: string | null;
  /** True while access lasts. A late subscription may already have lost it. */
  isOpen: boolean;
  isBlocked: boolean;
  /** It does not renew until the fan declares their age. */
  isAgeNeeded: boolean;
  /** Such as `Visa ending 4242`; null if no card is saved, undefined if the backend does not send it. */
  cardName: string | null | undefined;
}

const getCardName = (card: Subscription['card']) => card && `${card.brand} ending ${card.last4Digits}`;

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

/** The price that the backend sends, else the creator's current one. Undefined if neither is known. */
function getPrice({ subscriptionType, price, performerInfo }: Subscription): number | undefined {
  if (subscriptionType === 'free' || price !== undefined) return subscriptionType === 'free' ? undefined : price;
  const asked = subscriptionType === 'yearly' ? performerInfo?.yearlyPrice : performerInfo?.monthlyPrice;
  return asked || undefined;
}

/**
 * If the backend sends no date, a running, paid subscription renews at the end of its period. Canceled, free and ended ones,
 * and those given by the site, do not. Wire contract 3.16.
 */
function getRenewalDate(row: Subscription, now: number): string | null {
  if (row.nextRecurringDate !== undefined) return row.nextRecurringDate;
  const recurs = row.subscriptionType === 'monthly' || row.subscriptionType === 'yearly';
  const isRunning = row.status === 'active' && Date.parse(row.expiredAt) > now;
  return recurs && isRunning && row.paymentGateway !== 'system' ? row.expiredAt : null;
}

/** Null for accounts that never had one, and if the backend does not send its end. */
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

/** ux.md AS-6. */
export const FILTER_BY_PHASE: Record<SubscriptionPhase, SubscriptionFilter> = {
  renewing: 'active',
  late: 'active',
  ending: 'ending',
  ended: 'ended',
};

export const getNextPrice = ({ price, priceChange, renewsOn }: SubscriptionView): number | undefined =>
  priceChange && priceChange.from === renewsOn ? priceChange.price : price;

/** In milliseconds: 31 days, the longest month. */
const MONTH_MS = 31 * 86_400_000;

/** One upcoming charge, in major units, without tax. */
export interface UpcomingCharge {
  name: string;
  username: string | null;
  date: string;
  price: number | null;
}

/** Soonest first. `monthSum` is null if a price is unknown. ux.md WA-4. @param now milliseconds since 1970. */
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

export function useMembershipView(): SubscriptionView | null {
  const { platform, asOf: now } = useAppSelector(selectSubscriptions);
  const { siteName, monthlySubscriptionPrice: price } = useAppSelector(selectSettings);
  return getPlatformView(platform, { siteName, price, now });
}

export function useSubscriptionViews(): SubscriptionView[] {
  const { list, asOf: now } = useAppSelector(selectSubscriptions);
  const own = useMembershipView();
  return [...(own ? [own] : []), ...list.map((row) => getView(row, now))];
}

export function useSubscriptionCounts(): Record<SubscriptionFilter, number> {
  const counts = { active: 0, ending: 0, ended: 0 };
  for (const { phase } of useSubscriptionViews()) counts[FILTER_BY_PHASE[phase]] += 1;
  return counts;
}
