import type { Glyph } from './icon';

/** A place in the navigation. */
export interface NavItem {
  href: string;
  label: string;
  icon?: Glyph;
  /** Things waiting there. */
  count?: number;
  /** Pages below it belong to another item. */
  exact?: boolean;
  /** What they are, read after the number; `new` when left out. */
  countLabel?: string;
}

/** Whether an item is where the reader is: the same path, or a page below it. @param path may carry a query. */
export function isCurrentPath(href: string, path: string, exact = false): boolean {
  const place = path.split(/[?#]/)[0] ?? '';
  return place === href || (!exact && href !== '/' && place.startsWith(`${href}/`));
}
