import Link from 'next/link';
import { Count } from '../basic/count';
import { Icon } from '../basic/icon';
import { isCurrentItem, type NavItem } from './nav-item';
import styles from './bottom-nav.module.css';

interface BottomNavProps {
  /** At most five items. */
  items: NavItem[];
  currentPath: string;
}

export function BottomNav({ items, currentPath }: BottomNavProps) {
  return (
    <nav className={styles.bar} aria-label="Main">
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          className={styles.item}
          aria-current={isCurrentItem(item, currentPath) ? 'page' : undefined}
        >
          {item.icon && <Icon of={item.icon} size={23} />}
          {item.label}
          <Count value={item.count ?? 0} label={item.countLabel ?? 'new'} size="sm" className={styles.count} />
        </Link>
      ))}
    </nav>
  );
}
