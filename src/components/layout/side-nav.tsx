import Link from 'next/link';
import { cx } from '@/lib/cx';
import { AccountMenu, type AccountMenuProps } from './account-menu';
import { Brand, type BrandProps } from '../basic/brand';
import { Button } from '../basic/button';
import { Count } from '../basic/count';
import { Icon, type Glyph } from '../basic/icon';
import { isCurrentItem, type NavItem } from './nav-item';
import styles from './side-nav.module.css';

interface SideNavProps {
  brand: BrandProps;
  items: NavItem[];
  currentPath: string;
  action?: { href: string; label: string; icon: Glyph };
  me?: AccountMenuProps;
}

export function SideNav({ brand, items, currentPath, action, me }: SideNavProps) {
  return (
    <nav className={styles.side} aria-label="Main">
      <Brand {...brand} className={styles.brand} />
      <div className={styles.places}>
        {items.map((item) => (
          <Link
            key={item.href}
            className={styles.link}
            href={item.href}
            title={item.label}
            aria-current={isCurrentItem(item, currentPath) ? 'page' : undefined}
          >
            {item.icon && <Icon of={item.icon} size={22} />}
            <span className={cx('truncate', styles.label)}>{item.label}</span>
            <Count value={item.count ?? 0} label={item.countLabel ?? 'new'} className={styles.count} />
          </Link>
        ))}
        {action && (
          <Button
            href={action.href}
            variant="primary"
            icon={action.icon}
            className={styles.action}
            title={action.label}
          >
            <span className={cx('truncate', styles.label)}>{action.label}</span>
          </Button>
        )}
      </div>
      {me && <AccountMenu {...me} className={styles.me} />}
    </nav>
  );
}
