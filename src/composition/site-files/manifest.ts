import { paths } from '@/config/paths';
import { firstCharacters } from '@contract/base/shorten';

/** Sizes with a PNG in `public`, alone and with the margin that systems cut into their own shape. */
const ICON_SIZES = [192, 512];

const createIcon = (name: string, purpose: 'any' | 'maskable') => (size: number) => ({
  src: `/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const shortcuts = [
  { name: 'Home', url: paths.home },
  { name: 'Messages', url: paths.messages },
  { name: 'Notifications', url: paths.notifications },
  { name: 'Discover creators', short_name: 'Discover', url: paths.creators },
];

/** https://www.w3.org/TR/appmanifest/ */
export const createManifest = (siteName: string) => ({
  id: '/',
  name: siteName,
  short_name: firstCharacters(siteName, 12),
  description: 'Follow creators, and be the first to see what they share.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#fbf5f3',
  theme_color: '#fbf5f3',
  categories: ['entertainment', 'social'],
  icons: [...ICON_SIZES.map(createIcon('icon', 'any')), ...ICON_SIZES.map(createIcon('icon-maskable', 'maskable'))],
  shortcuts: shortcuts.map((shortcut) => ({ ...shortcut, icons: [createIcon('icon', 'any')(192)] })),
});
