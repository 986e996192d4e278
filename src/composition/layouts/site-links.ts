import { paths } from '@/config/paths';
import type { SiteSettings } from '@/features/site/settings/settings-slice';

interface SiteLink {
  href: string;
  label: string;
}

/** The foot's links: the operator's menu when there is one, else the pages every site has. */
export function footerLinks(settings: SiteSettings): SiteLink[] {
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
  ];
}

/** The bar of public pages. */
export const topLinks: SiteLink[] = [
  { href: paths.creators, label: 'Find creators' },
  { href: paths.auth.creatorRegister, label: 'Start a page' },
];
