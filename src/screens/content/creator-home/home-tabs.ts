import { paths } from '@/config/paths';

/** The posts of whom a creator follows. */
export const followedPath = `${paths.home}?show=all`;

/** A creator's two homes: their own work, and that of the people they follow. */
export const homeTabs = [
  { href: paths.home, label: 'Your work' },
  { href: followedPath, label: 'Following' },
];
