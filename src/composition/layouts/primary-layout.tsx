import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import {
  Bell,
  CircleQuestionMark,
  Download,
  Gauge,
  LogOut,
  Moon,
  Package,
  Repeat,
  Settings,
  ShoppingBag,
  ShoppingCart,
  SquarePen,
  Sun,
  UserRound,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { AccountMenu } from '@/components/layout/account-menu';
import { AppShell } from '@/components/layout/app-shell';
import { BottomNav } from '@/components/layout/bottom-nav';
import type { MenuItem } from '@/components/layout/menu';
import { BarLink, PhoneBar } from '@/components/layout/phone-bar';
import { SideNav } from '@/components/layout/side-nav';
import { leaveAccount } from '@/components/states/leave-questions';
import { LazySheet } from '@/components/states/part-failed';
import { paths } from '@/config/paths';
import { selectBadges, selectHasNotifications } from '@/features/conversation/badges/badges-feature';
import { logoutRequested, selectCurrentUser, type CurrentUser } from '@/features/identity/auth/session-slice';
import { selectCartCount } from '@/features/money/cart/cart-slice';
import { selectHasBought, selectHasSold } from '@/features/money/order/order-support';
import { selectHasPayouts } from '@/features/money/payout/payout-support';
import {
  installRequested,
  selectAreInstallStepsOpen,
  selectCanInstall,
} from '@/features/identity/install/install-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { consolePaths } from '@/config/console-paths';
import { selectOperatorRole } from '@/features/identity/auth/operator-selectors';
import { selectHasPart } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { useTheme } from '../use-theme';
import { PublicLayout } from './public-layout';
import { bottomItems, findPlace, isInAccountMenu, listMenuPlaces, sideItems } from './primary-nav';

/** Needed only on phones and tablets that cannot ask by themselves. */
const InstallSteps = dynamic(
  () => import('@/features/identity/install/components/install-steps').then((module) => module.InstallSteps),
  { ssr: false, loading: LazySheet },
);

/** Navigation entries to mark on a page whose own entry is hidden, because this backend lacks that feature. */
const PLACES_INSTEAD = { orders: 'posts', payouts: 'earnings', live: 'discover', goLive: 'home' } as const;

const noBadges = { conversations: 0, notifications: 0 };

interface PrimaryLayoutProps {
  isMissing?: boolean;
  children: ReactNode;
}

/** The frame for signed-in accounts. Screens in it bring their own `PageColumn`. */
export function PrimaryLayout({ isMissing, children }: PrimaryLayoutProps) {
  const { asPath } = useRouter();
  const settings = useAppSelector(selectSettings);
  const user = useAppSelector(selectCurrentUser);
  const badges = useAppSelector(selectBadges) ?? noBadges;
  const hasNotifications = useAppSelector(selectHasNotifications);
  const hasOrders = useAppSelector(user?.isPerformer ? selectHasSold : selectHasBought);
  const hasPayouts = useAppSelector(selectHasPayouts);
  const sells = useAppSelector(selectHasPart('orders'));
  const hasShows = useAppSelector(selectHasPart('shows'));
  const cartCount = useAppSelector(selectCartCount);
  const items = useAccountItems(user, hasOrders);
  const hasSteps = useAppSelector(selectAreInstallStepsOpen);
  // The session has just ended, and the redirect to the login page follows.
  if (!user) return <PublicLayout>{children}</PublicLayout>;
  const brand = { siteName: settings.siteName, logoUrl: settings.logoUrl, href: paths.home };
  const { isPerformer } = user;
  const found = isMissing ? null : findPlace(asPath, user);
  const isHidden =
    (found === 'orders' && !hasOrders) ||
    (found === 'payouts' && !hasPayouts) ||
    ((found === 'live' || found === 'goLive') && !hasShows);
  const place = isHidden ? PLACES_INSTEAD[found] : found;
  const has = { hasNotifications, hasShows, hasOrders, hasPayouts };
  const where = { isPerformer, place, badges, ...has, cart: sells ? cartCount : null };
  const me = {
    name: user.name || user.username || 'You',
    avatar: user.avatar,
    note: `${isPerformer ? 'Available' : 'Wallet'} ${formatMoney(user.wallet)}`,
    items,
  };
  return (
    <AppShell
      isStage={asPath.startsWith(`${paths.streaming}/`) || found === 'goLive'}
      side={
        <SideNav
          brand={brand}
          items={sideItems(where)}
          currentPath={asPath}
          action={isPerformer ? { href: paths.creator.createPost, label: 'Create', icon: SquarePen } : undefined}
          me={{ ...me, isCurrent: place === 'account' }}
        />
      }
      phoneBar={
        <PhoneBar brand={brand}>
          {!isPerformer && ((hasOrders && cartCount > 0) || place === 'cart') && (
            <BarLink
              icon={ShoppingCart}
              label="Cart"
              href={paths.cart}
              count={cartCount}
              countLabel="in it"
              isCurrent={place === 'cart'}
            />
          )}
          {hasNotifications && (
            <BarLink
              icon={Bell}
              label="Notifications"
              href={paths.notifications}
              count={badges.notifications}
              countLabel="unread"
              isCurrent={place === 'notifications'}
            />
          )}
          <AccountMenu
            {...me}
            items={[...listMenuPlaces(where), ...items]}
            compact
            isCurrent={isInAccountMenu(place, isPerformer)}
          />
        </PhoneBar>
      }
      bottomNav={<BottomNav items={bottomItems(where)} currentPath={asPath} />}
    >
      {children}
      {hasSteps && <InstallSteps />}
    </AppShell>
  );
}

function useAccountItems(user: CurrentUser | null, hasOrders: boolean): MenuItem[] {
  const dispatch = useAppDispatch();
  const [theme, setTheme] = useTheme();
  const canInstall = useAppSelector(selectCanInstall);
  const isOperator = useAppSelector(selectOperatorRole) !== null;
  const other = theme === 'dark' ? 'light' : 'dark';
  const own: MenuItem[] = user?.isPerformer
    ? [
        { label: 'View your page', icon: UserRound, href: paths.profile(user.username || user._id) },
        { label: 'Fans', icon: UsersRound, href: paths.creator.followers },
        { label: 'Settings', icon: Settings, href: paths.creator.account },
      ]
    : [
        { label: 'Following', icon: UsersRound, href: paths.user.following },
        { label: 'Subscriptions', icon: Repeat, href: paths.user.subscriptions },
        { label: 'Purchases', icon: ShoppingBag, href: paths.user.purchased },
        ...(hasOrders ? [{ label: 'Orders', icon: Package, href: paths.orders }] : []),
        { label: 'Profile and settings', icon: Settings, href: paths.user.account },
      ];
  return [
    ...(isOperator ? [{ label: 'Console', icon: Gauge, href: consolePaths.overview }] : []),
    ...own,
    {
      label: other === 'dark' ? 'Dark theme' : 'Light theme',
      icon: other === 'dark' ? Moon : Sun,
      onSelect: () => setTheme(other),
    },
    ...(canInstall
      ? [{ label: 'Install as an app', icon: Download, onSelect: () => void dispatch(installRequested()) }]
      : []),
    { label: 'Help and contact', icon: CircleQuestionMark, href: paths.contact },
    { label: 'Log out', icon: LogOut, onSelect: () => leaveAccount(() => void dispatch(logoutRequested())) },
  ];
}
