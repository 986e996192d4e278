import { Moon, ShoppingCart, Sun } from 'lucide-react';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { Footer } from '@/components/layout/footer';
import { BarLink } from '@/components/layout/phone-bar';
import { TopBar } from '@/components/layout/top-bar';
import { paths } from '@/config/paths';
import { getHomePath } from '@/features/identity/auth/home-path';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectCartCount } from '@/features/money/cart/cart-slice';
import { selectSettings, type SiteSettings } from '@/features/site/settings/settings-slice';
import { selectHasPart } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { useTheme } from '../use-theme';

const topLinks = [
  { href: paths.creators, label: 'Find creators' },
  { href: paths.streaming, label: 'Live' },
  { href: paths.auth.creatorRegister, label: 'Start a page' },
];

export function PublicLayout({ children }: { children: ReactNode }) {
  const { asPath } = useRouter();
  const settings = useAppSelector(selectSettings);
  const user = useAppSelector(selectCurrentUser);
  const cartCount = useAppSelector(selectCartCount);
  const hasShows = useAppSelector(selectHasPart('shows'));
  const [theme, setTheme] = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  const returnTo = asPath === '/' || asPath.startsWith('/auth/') ? '' : `?returnTo=${encodeURIComponent(asPath)}`;
  const brand = {
    siteName: settings.siteName,
    logoUrl: theme === 'dark' ? settings.darkmodeLogoUrl || settings.logoUrl : settings.logoUrl,
  };
  return (
    <>
      <TopBar
        brand={brand}
        links={topLinks.filter(({ href }) => hasShows || href !== paths.streaming)}
        currentPath={asPath}
      >
        {cartCount > 0 && (
          <BarLink icon={ShoppingCart} label="Cart" href={paths.cart} count={cartCount} countLabel="in it" />
        )}
        {user ? (
          <Button variant="primary" size="sm" href={getHomePath(user)}>
            My home
          </Button>
        ) : (
          <>
            <Button variant="ghost" size="sm" href={`${paths.auth.login}${returnTo}`}>
              Log in
            </Button>
            <Button variant="primary" size="sm" href={`${paths.auth.register}${returnTo}`}>
              Sign up
            </Button>
          </>
        )}
      </TopBar>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer brand={brand} links={footerLinks(settings)} content={settings.footerContent}>
        <Button variant="ghost" size="sm" icon={other === 'dark' ? Moon : Sun} onClick={() => setTheme(other)}>
          {other === 'dark' ? 'Dark theme' : 'Light theme'}
        </Button>
      </Footer>
    </>
  );
}

function footerLinks(settings: SiteSettings) {
  const own = (settings.menus ?? [])
    .filter((item) => item.section === 'footer')
    .sort((a, b) => (a.ordering ?? 0) - (b.ordering ?? 0))
    .map((item) => ({ href: item.path, label: item.title }));
  if (own.length > 0) return own;
  return [
    { href: paths.page('about'), label: 'About' },
    { href: paths.contact, label: 'Help and contact' },
    { href: paths.page('terms-of-service'), label: 'Terms' },
    { href: paths.page('privacy-policy'), label: 'Privacy' },
    { href: paths.page('copyright'), label: 'Copyright requests' },
    { href: paths.page('accessibility'), label: 'Accessibility' },
    { href: paths.licences, label: 'Licences' },
    { href: paths.status, label: 'Status' },
  ];
}
