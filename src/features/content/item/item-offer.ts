import type { Ability } from '@contract/extensions';
import type { CurrentUser } from '@/features/identity/auth/session-slice';
import type { SiteSettings } from '@/features/site/settings/settings-slice';
import { paths } from '@/config/paths';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { platformSubscriptionRequested, subscribeRequested, unlockRequested } from '@/store/intents';
import { getPath } from './item-kinds';
import { getAccess, getPayee, getTitle, type ClosableItem } from './item-view';

/** The button of a locked item, which states the exact price, and the small print beside it. */
export interface LockedOffer {
  label: string;
  terms: string;
  intent?: ReturnType<typeof unlockRequested | typeof subscribeRequested | typeof platformSubscriptionRequested>;
  href?: string;
}

/** The offer for this viewer. Empty galleries are not sold. Guests sign up first, then return; creator accounts cannot buy. */
export function getOffer(item: ClosableItem, viewer: CurrentUser | null, settings: SiteSettings): LockedOffer {
  if (isEmpty(item)) return getPageOffer(item, 'There are no photos in it yet.');
  const offer = getFanOffer(item, viewer, settings);
  if (!viewer) return { ...offer, intent: undefined, href: paths.auth.registerFor(getPath(item)) };
  if (!viewer.isPerformer) return offer;
  return getPageOffer(item, 'This is a creator account. Only fan accounts can buy.');
}

/** Only for single purchases: a subscription opens more than this gallery. */
const isEmpty = (item: ClosableItem): boolean =>
  item.kind === 'gallery' && getAccess(item) === 'locked-sale' && !item.fileCount && item.files.length === 0;

const getPageOffer = ({ performer }: ClosableItem, terms: string): LockedOffer => ({
  label: `See ${performer.name}’s page`,
  terms,
  href: paths.profile(performer.username || performer._id),
});

function getFanOffer(item: ClosableItem, viewer: CurrentUser | null, settings: SiteSettings): LockedOffer {
  const performer = getPayee(item);
  const access = getAccess(item);
  // If the site has no memberships, a subscription to the creator also opens the item.
  if (access === 'locked-platform' && settings.extensions?.includes('siteMembers' satisfies Ability)) {
    return {
      label: `Subscribe to ${settings.siteName} for ${formatMoney(settings.monthlySubscriptionPrice)} a month`,
      // Wording of the specification, section 3.
      terms: 'Please subscribe to the platform to see the content for free!',
      intent: platformSubscriptionRequested(),
    };
  }
  if (access === 'locked-sale') {
    const price = item.price ?? 0;
    const balance = viewer ? `From your wallet, balance ${formatMoney(viewer.wallet)}. Yours to keep.` : undefined;
    return {
      label: `Unlock for ${formatMoney(price)}`,
      terms: balance ?? 'One payment, yours to keep. Not part of the subscription.',
      intent: unlockRequested({ target: item.kind, id: item._id, price, title: getTitle(item), performer }),
    };
  }
  const { monthlyPrice, isFreeSubscription, durationFreeSubscriptionDays: days } = item.performer;
  const trial = isFreeSubscription && settings.freeSubscriptionEnabled && days > 0;
  return {
    label: monthlyPrice ? `Subscribe for ${formatMoney(monthlyPrice)} a month` : `Subscribe to ${performer.name}`,
    terms: trial
      ? `Included with a subscription. New subscribers can try ${pluralise(days, 'day')} free.`
      : 'Included with a subscription. Renews each month until you cancel.',
    intent: subscribeRequested({ performer: { ...performer, monthlyPrice } }),
  };
}
