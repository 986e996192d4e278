import {
  Bell,
  Bookmark,
  ChartNoAxesColumn,
  Compass,
  House,
  Landmark,
  MessageCircle,
  Package,
  Radio,
  Rows3,
  ShoppingCart,
  SquarePen,
  UsersRound,
  Video,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { NavItem } from '@/components/layout/nav-item';
import { itemNames, studioKindNames, studioNames } from '@/config/item-names';
import { paths } from '@/config/paths';
import type { BadgesState } from '@/features/conversation/badges/badges-feature';

export type Place =
  | 'home'
  | 'discover'
  | 'live'
  | 'goLive'
  | 'messages'
  | 'notifications'
  | 'saved'
  | 'cart'
  | 'wallet'
  | 'posts'
  | 'orders'
  | 'create'
  | 'fans'
  | 'earnings'
  | 'payouts'
  | 'account';

/** `at` matches a URL and, without `only`, all URLs below it. The first match counts. Null: no entry is marked. */
const areas: { at: string; only?: true; user: Place | null; performer: Place | null }[] = [
  { at: paths.home, user: 'home', performer: 'home' },
  ...Object.values(itemNames).map(({ path }) => ({ at: path('').slice(0, -1), user: null, performer: null })),
  { at: paths.messages, user: 'messages', performer: 'messages' },
  { at: paths.notifications, user: 'notifications', performer: 'notifications' },
  { at: paths.creators, only: true, user: 'discover', performer: 'discover' },
  { at: '/search', user: 'discover', performer: 'discover' },
  { at: paths.streaming, user: 'live', performer: 'live' },
  { at: paths.user.following, user: 'home', performer: 'home' },
  { at: paths.user.bookmarks, user: 'saved', performer: 'account' },
  { at: paths.user.account, user: 'account', performer: 'account' },
  { at: paths.user.addresses, user: 'account', performer: 'account' },
  { at: paths.user.developer, user: 'account', performer: 'account' },
  // All other pages under /user: cards, subscriptions, purchases, histories.
  { at: '/user', user: 'wallet', performer: 'earnings' },
  { at: paths.cart, user: 'cart', performer: 'account' },
  { at: paths.wallet, user: 'wallet', performer: 'earnings' },
  { at: '/payment', user: 'wallet', performer: 'earnings' },
  { at: paths.creator.dashboard, user: 'home', performer: 'home' },
  { at: paths.creator.createPost, user: 'home', performer: 'create' },
  { at: paths.creator.live, user: 'home', performer: 'goLive' },
  ...studioKindNames.map((kind) => ({ at: studioNames[kind].own.list, user: 'home', performer: 'posts' }) as const),
  { at: paths.sales, user: 'home', performer: 'orders' },
  { at: paths.creator.subscribers, user: 'home', performer: 'fans' },
  { at: paths.creator.followers, user: 'home', performer: 'fans' },
  { at: paths.creator.earnings, user: 'home', performer: 'earnings' },
  { at: paths.creator.refunds, user: 'home', performer: 'earnings' },
  { at: paths.creator.payouts, user: 'home', performer: 'payouts' },
  { at: paths.creator.banking, user: 'home', performer: 'payouts' },
  { at: '/creator', user: 'home', performer: 'account' },
  { at: paths.contact, user: 'account', performer: 'account' },
  { at: '/page', user: 'account', performer: 'account' },
];

/** @param path with or without a query; other paths are creators' profiles @returns null if no entry is to be marked */
export function findPlace(path: string, { isPerformer, username }: { isPerformer: boolean; username?: string | null }) {
  const address = path.split(/[?#]/)[0] ?? '';
  if (username && address === paths.profile(username)) return 'account';
  const area = areas.find(({ at, only }) => address === at || (!only && address.startsWith(`${at}/`)));
  return area ? area[isPerformer ? 'performer' : 'user'] : 'discover';
}

const PLACE_LINKS: Record<Exclude<Place, 'account'>, { href: string; label: string; icon: LucideIcon }> = {
  home: { href: paths.home, label: 'Home', icon: House },
  discover: { href: paths.creators, label: 'Discover', icon: Compass },
  live: { href: paths.streaming, label: 'Live', icon: Radio },
  goLive: { href: paths.creator.live, label: 'Go live', icon: Video },
  messages: { href: paths.messages, label: 'Messages', icon: MessageCircle },
  notifications: { href: paths.notifications, label: 'Notifications', icon: Bell },
  saved: { href: paths.user.bookmarks, label: 'Saved', icon: Bookmark },
  cart: { href: paths.cart, label: 'Cart', icon: ShoppingCart },
  wallet: { href: paths.wallet, label: 'Wallet', icon: Wallet },
  posts: { href: paths.creator.posts, label: 'My content', icon: Rows3 },
  orders: { href: paths.sales, label: 'Orders', icon: Package },
  create: { href: paths.creator.createPost, label: 'Create', icon: SquarePen },
  fans: { href: paths.creator.subscribers, label: 'Fans', icon: UsersRound },
  earnings: { href: paths.creator.earnings, label: 'Earnings', icon: ChartNoAxesColumn },
  payouts: { href: paths.creator.payouts, label: 'Payouts', icon: Landmark },
};

type Listed = keyof typeof PLACE_LINKS;

const sidePlaces: Record<'user' | 'performer', Listed[]> = {
  user: ['home', 'discover', 'live', 'messages', 'notifications', 'saved', 'cart', 'wallet'],
  performer: [
    'home',
    'discover',
    'live',
    'messages',
    'notifications',
    'goLive',
    'posts',
    'orders',
    'fans',
    'earnings',
    'payouts',
  ],
};

const bottomPlaces: Record<'user' | 'performer', Listed[]> = {
  user: ['home', 'discover', 'messages', 'saved', 'wallet'],
  performer: ['home', 'messages', 'create', 'fans', 'earnings'],
};

interface Where {
  isPerformer: boolean;
  place: Place | null;
  badges: BadgesState;
  hasNotifications: boolean;
  hasShows: boolean;
  hasOrders: boolean;
  hasPayouts: boolean;
  /** Null if the backend has no orders. */
  cart: number | null;
}

export const sideItems = ({ place, ...where }: Where): NavItem[] =>
  // The side navigation has a "Create" button, which cannot be marked, so creating marks the posts.
  getItems(sidePlaces, { ...where, place: place === 'create' ? 'posts' : place });

export const bottomItems = (where: Where): NavItem[] => getItems(bottomPlaces, where);

const listPhonePlaces = (isPerformer: boolean): Place[] => [
  ...bottomPlaces[isPerformer ? 'performer' : 'user'],
  'notifications',
  ...(isPerformer ? [] : (['cart'] as const)),
];

export function isInAccountMenu(place: Place | null, isPerformer: boolean): boolean {
  return place !== null && !listPhonePlaces(isPerformer).includes(place);
}

/** On phones, which have no side navigation: links that the account menu adds because no bar has them. */
export function listMenuPlaces(where: Where): { href: string; label: string; icon: LucideIcon }[] {
  const elsewhere = listPhonePlaces(where.isPerformer);
  const places = sidePlaces[where.isPerformer ? 'performer' : 'user'];
  return places.filter((name) => !elsewhere.includes(name) && isShown(name, where)).map((name) => PLACE_LINKS[name]);
}

function isShown(name: Listed, { hasNotifications, hasShows, hasOrders, hasPayouts, cart }: Where): boolean {
  switch (name) {
    case 'notifications':
      return hasNotifications;
    case 'live':
    case 'goLive':
      return hasShows;
    case 'orders':
      return hasOrders;
    case 'payouts':
      return hasPayouts;
    case 'cart':
      return cart !== null;
    default:
      return true;
  }
}

function getItems(places: typeof sidePlaces, where: Where): NavItem[] {
  const { isPerformer, place, badges, cart } = where;
  const counts: Partial<Record<Listed, number>> = {
    messages: badges.conversations,
    notifications: badges.notifications,
    ...(cart !== null && { cart }),
  };
  const shown = places[isPerformer ? 'performer' : 'user'].filter((name) => isShown(name, where));
  return shown.map((name) => ({
    ...PLACE_LINKS[name],
    isCurrent: name === place,
    ...(counts[name] !== undefined && { count: counts[name], countLabel: name === 'cart' ? 'in it' : 'unread' }),
  }));
}
