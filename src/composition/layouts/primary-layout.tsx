import { useRouter } from 'next/router';
import { Bell, SquarePen } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/app-shell';
import { BottomNav } from '@/components/bottom-nav';
import { IconButton } from '@/components/icon-button';
import { PhoneBar } from '@/components/phone-bar';
import { SideNav } from '@/components/side-nav';
import { ThemeToggle } from '@/components/theme-toggle';
import { paths } from '@/config/paths';
import { selectBadges } from '@/features/badges/badges-feature';
import { selectCurrentUser } from '@/features/session/session-slice';
import { selectSettings } from '@/features/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { useTheme } from '../use-theme';
import { PublicLayout } from './public-layout';
import { accountPath, bottomItems, sideItems } from './primary-nav';

const noBadges = { conversations: 0, notifications: 0 };

/** Pages of a signed-in account: navigation at the side, at the thumb on phones. Screens bring their own `PageColumn`. */
export function PrimaryLayout({ children }: { children: ReactNode }) {
  const { asPath } = useRouter();
  const settings = useAppSelector(selectSettings);
  const user = useAppSelector(selectCurrentUser);
  const badges = useAppSelector(selectBadges) ?? noBadges;
  const [theme, setTheme] = useTheme();
  // A session that just ended: the way to the log-in page is under way.
  if (!user) return <PublicLayout>{children}</PublicLayout>;
  const brand = { siteName: settings.siteName, logoUrl: settings.logoUrl, homeHref: paths.home };
  const note = user.isPerformer ? `Available ${formatMoney(user.wallet)}` : `Wallet ${formatMoney(user.wallet)}`;
  return (
    <AppShell
      side={
        <SideNav
          {...brand}
          items={sideItems(user, badges)}
          currentPath={asPath}
          action={user.isPerformer ? { href: paths.creator.createPost, label: 'New post', icon: SquarePen } : undefined}
          me={{ href: accountPath(user), name: user.name || user.username || 'You', avatar: user.avatar, note }}
        />
      }
      phoneBar={
        <PhoneBar {...brand}>
          <ThemeToggle theme={theme} onChange={setTheme} compact />
          <IconButton icon={Bell} label="Notifications" href={paths.notifications} />
        </PhoneBar>
      }
      bottomNav={<BottomNav items={bottomItems(user, badges)} currentPath={asPath} />}
    >
      {children}
    </AppShell>
  );
}
