import Link from 'next/link';
import { Icon } from '../basic/icon';
import { cx } from '@/lib/cx';
import { useStrip } from '../hooks/use-strip';
import type { NavItem } from './nav-item';
import styles from './section-nav.module.css';

interface SectionNavProps {
  label: string;
  /** Items whose addresses may differ only in the query. */
  items: NavItem[];
  /** The `href` of the open item. */
  current: string;
}

export function SectionNav({ label, items, current }: SectionNavProps) {
  const nav = useStrip<HTMLElement>(current);
  return (
    <nav ref={nav} className={cx('strip', styles.nav)} aria-label={label}>
      {items.map((item) => (
        <Link key={item.href} href={item.href} aria-current={item.href === current ? 'page' : undefined}>
          {item.icon && <Icon of={item.icon} />}
          {item.label}
        </Link>
      ))}
    </nav>
  );
}
