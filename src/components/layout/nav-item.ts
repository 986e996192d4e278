import type { Glyph } from '../basic/icon';

export interface NavItem {
  href: string;
  label: string;
  icon?: Glyph;
  count?: number;
  /** By default, the address decides. */
  isCurrent?: boolean;
  /** Announced after the count by screen readers; `new` by default. */
  countLabel?: string;
}

/** True for the item's page and pages below it. @param path with or without a query */
export function isCurrentItem({ href, isCurrent }: NavItem, path: string): boolean {
  const place = path.split(/[?#]/)[0] ?? '';
  return isCurrent ?? (place === href || (href !== '/' && place.startsWith(`${href}/`)));
}
