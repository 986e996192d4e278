import Link from 'next/link';
import { cx } from '@/lib/cx';
import { Icon } from './icon';
import { isCurrentPath, type NavItem } from './nav-item';
import styles from './section-nav.module.css';

interface SectionNavProps {
  /** `Settings`. */
  label: string;
  items: NavItem[];
  currentPath: string;
  className?: string;
}

/** The parts of a large area: a column at the left from 900 px, a strip of chips below. */
export function SectionNav({ label, items, currentPath, className }: SectionNavProps) {
  return (
    <nav className={cx(styles.nav, className)} aria-label={label}>
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          aria-current={isCurrentPath(item.href, currentPath) ? 'page' : undefined}
        >
          {item.icon && <Icon of={item.icon} />}
          {item.label}
        </Link>
      ))}
    </nav>
  );
}
