import type { Glyph } from '../basic/icon';

export interface NavItem {
  href: string;
  label: string;
  icon?: Glyph;
  count?: number;
  /** By default, decided by the address. */
  isCurrent?: boolean;
  /** Read after the count; `new` by default. */
  countLabel?: string;
}

/** Also true for pages below the item's. @param path may have a query */
export function isCurrentItem({ href, isCurrent }: NavItem, path: string): boolean {
  const place = path.split(/[?#]/)[0] ?? '';
  return isCurrent ?? (place === href || (href !== '/' && place.startsWith(`${href}/`)));
}
