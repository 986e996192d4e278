import type { Glyph } from '../basic/icon';

/** A place in the navigation. */
export interface NavItem {
  href: string;
  label: string;
  icon?: Glyph;
  /** Things waiting there. */
  count?: number;
  /** Whether the reader is there; by its address when left out. */
  isCurrent?: boolean;
  /** What they are, read after the number; `new` when left out. */
  countLabel?: string;
}

/** Whether an item is where the reader is: as it says, else the same path or a page below it. @param path may carry a query. */
export function isCurrentItem({ href, isCurrent }: NavItem, path: string): boolean {
  const place = path.split(/[?#]/)[0] ?? '';
  return isCurrent ?? (place === href || (href !== '/' && place.startsWith(`${href}/`)));
}
