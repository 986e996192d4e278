import type { Glyph } from './icon';

/** A place in the navigation. */
export interface NavItem {
  href: string;
  label: string;
  icon?: Glyph;
  /** Things waiting there. */
  count?: number;
  /** What they are, read after the number; `new` when left out. */
  countLabel?: string;
}

/** Whether an item is where the reader is: the same path, or a page below it. @param path may carry a query. */
export function isCurrentPath(href: string, path: string): boolean {
  const place = path.split(/[?#]/)[0] ?? '';
  return place === href || (href !== '/' && place.startsWith(`${href}/`));
}
