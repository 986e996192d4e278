import {
  Bell,
  Bookmark,
  ChartNoAxesColumn,
  Compass,
  House,
  MessageCircle,
  Rows3,
  UserRound,
  Wallet,
} from 'lucide-react';
import type { NavItem } from '@/components/nav-item';
import { paths } from '@/config/paths';
import type { BadgesState } from '@/features/badges/badges-feature';
import type { CurrentUser } from '@/features/session/session-slice';

/** The side navigation of a signed-in account. */
export function sideItems(user: CurrentUser, badges: BadgesState): NavItem[] {
  const shared: NavItem[] = [
    { href: paths.home, label: 'Home', icon: House },
    { href: paths.creators, label: 'Discover', icon: Compass, exact: true },
    { href: paths.messages, label: 'Messages', icon: MessageCircle, count: badges.conversations, countLabel: 'unread' },
    {
      href: paths.notifications,
      label: 'Notifications',
      icon: Bell,
      count: badges.notifications,
      countLabel: 'unread',
    },
  ];
  const own: NavItem[] = user.isPerformer
    ? [
        { href: paths.creator.posts, label: 'My posts', icon: Rows3 },
        { href: paths.creator.earnings, label: 'Earnings', icon: ChartNoAxesColumn },
      ]
    : [
        { href: paths.user.bookmarks, label: 'Saved', icon: Bookmark },
        { href: paths.wallet, label: 'Wallet', icon: Wallet },
      ];
  return [...shared, ...own];
}

/** The five places at the thumb. */
export function bottomItems(user: CurrentUser, badges: BadgesState): NavItem[] {
  return [
    { href: paths.home, label: 'Home', icon: House },
    { href: paths.creators, label: 'Discover', icon: Compass, exact: true },
    { href: paths.messages, label: 'Messages', icon: MessageCircle, count: badges.conversations, countLabel: 'unread' },
    user.isPerformer
      ? { href: paths.creator.posts, label: 'Posts', icon: Rows3 }
      : { href: paths.wallet, label: 'Wallet', icon: Wallet },
    { href: accountPath(user), label: 'Me', icon: UserRound },
  ];
}

/** The account's own page. */
export function accountPath(user: CurrentUser): string {
  return user.isPerformer ? paths.creator.account : paths.user.account;
}
