import {
  Bell,
  Bookmark,
  ChartNoAxesColumn,
  Compass,
  House,
  MessageCircle,
  Rows3,
  UsersRound,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { NavItem } from '@/components/layout/nav-item';
import { studioKindNames, studioNames } from '@/config/item-names';
import { paths } from '@/config/paths';
import type { BadgesState } from '@/features/conversation/badges/badges-feature';

/** The parts of the site that a signed-in account moves between. Each page belongs to one. */
export type Place =
  | 'home'
  | 'discover'
  | 'messages'
  | 'notifications'
  | 'saved'
  | 'wallet'
  | 'posts'
  | 'fans'
  | 'earnings'
  | 'account';

/** Which pages belong where: an address, and all below it unless it is `only`. The first that fits counts. */
const areas: { at: string; only?: true; user: Place; performer: Place }[] = [
  { at: paths.home, user: 'home', performer: 'home' },
  { at: '/post', user: 'home', performer: 'home' },
  { at: paths.messages, user: 'messages', performer: 'messages' },
  { at: paths.notifications, user: 'notifications', performer: 'notifications' },
  { at: paths.creators, only: true, user: 'discover', performer: 'discover' },
  { at: '/search', user: 'discover', performer: 'discover' },
  { at: paths.user.following, user: 'discover', performer: 'discover' },
  { at: paths.user.bookmarks, user: 'saved', performer: 'account' },
  { at: paths.user.account, user: 'account', performer: 'account' },
  { at: paths.user.addresses, user: 'account', performer: 'account' },
  // What is left below: cards, subscriptions, purchases, histories.
  { at: '/user', user: 'wallet', performer: 'earnings' },
  { at: paths.wallet, user: 'wallet', performer: 'earnings' },
  { at: '/payment', user: 'wallet', performer: 'earnings' },
  { at: paths.creator.dashboard, user: 'home', performer: 'home' },
  ...studioKindNames.map((kind) => ({ at: studioNames[kind].own.list, user: 'home', performer: 'posts' }) as const),
  { at: paths.creator.subscribers, user: 'home', performer: 'fans' },
  { at: paths.creator.followers, user: 'home', performer: 'fans' },
  { at: paths.creator.earnings, user: 'home', performer: 'earnings' },
  { at: paths.creator.payouts, user: 'home', performer: 'earnings' },
  { at: '/creator', user: 'home', performer: 'account' },
  { at: paths.contact, user: 'account', performer: 'account' },
  { at: '/page', user: 'account', performer: 'account' },
];

/**
 * The part of the site an address belongs to.
 *
 * @param path may carry a query. Whatever is no page of ours is the name of a creator, or of nobody: found by looking.
 */
export function placeOf(path: string, isPerformer: boolean): Place {
  const address = path.split(/[?#]/)[0] ?? '';
  const area = areas.find(({ at, only }) => address === at || (!only && address.startsWith(`${at}/`)));
  return area?.[isPerformer ? 'performer' : 'user'] ?? 'discover';
}

const looks: Record<Exclude<Place, 'account'>, { href: string; label: string; icon: LucideIcon }> = {
  home: { href: paths.home, label: 'Home', icon: House },
  discover: { href: paths.creators, label: 'Discover', icon: Compass },
  messages: { href: paths.messages, label: 'Messages', icon: MessageCircle },
  notifications: { href: paths.notifications, label: 'Notifications', icon: Bell },
  saved: { href: paths.user.bookmarks, label: 'Saved', icon: Bookmark },
  wallet: { href: paths.wallet, label: 'Wallet', icon: Wallet },
  posts: { href: paths.creator.posts, label: 'My content', icon: Rows3 },
  fans: { href: paths.creator.subscribers, label: 'Fans', icon: UsersRound },
  earnings: { href: paths.creator.earnings, label: 'Earnings', icon: ChartNoAxesColumn },
};

type Listed = keyof typeof looks;

const sidePlaces: Record<'user' | 'performer', Listed[]> = {
  user: ['home', 'discover', 'messages', 'notifications', 'saved', 'wallet'],
  performer: ['home', 'discover', 'messages', 'notifications', 'posts', 'fans', 'earnings'],
};

/** The five at the thumb; the bell and the account are in the bar on top. */
const bottomPlaces: Record<'user' | 'performer', Listed[]> = {
  user: ['home', 'discover', 'messages', 'saved', 'wallet'],
  performer: ['home', 'discover', 'messages', 'posts', 'earnings'],
};

interface Where {
  isPerformer: boolean;
  place: Place;
  badges: BadgesState;
  /** Whether the backend tells people what happened to them. */
  hasNotifications: boolean;
}

/** The side navigation of a signed-in account. */
export const sideItems = (where: Where): NavItem[] => itemsOf(sidePlaces, where);

/** The navigation at the thumb, on phones. */
export const bottomItems = (where: Where): NavItem[] => itemsOf(bottomPlaces, where);

/** On phones the account's menu also stands for the parts that the thumb has no room for. */
export function isInAccountMenu(place: Place, isPerformer: boolean): boolean {
  const shown: Place[] = [...bottomPlaces[isPerformer ? 'performer' : 'user'], 'notifications'];
  return !shown.includes(place);
}

function itemsOf(places: typeof sidePlaces, { isPerformer, place, badges, hasNotifications }: Where): NavItem[] {
  const counts: Partial<Record<Listed, number>> = {
    messages: badges.conversations,
    notifications: badges.notifications,
  };
  const shown = places[isPerformer ? 'performer' : 'user'].filter(
    (name) => name !== 'notifications' || hasNotifications,
  );
  return shown.map((name) => ({
    ...looks[name],
    isCurrent: name === place,
    ...(counts[name] !== undefined && { count: counts[name], countLabel: 'unread' }),
  }));
}
