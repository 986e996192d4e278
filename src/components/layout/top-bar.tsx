import Link from 'next/link';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Brand, type BrandProps } from '../basic/brand';
import { isCurrentItem, type NavItem } from './nav-item';
import styles from './top-bar.module.css';

interface TopBarProps {
  brand: BrandProps;
  links: NavItem[];
  currentPath: string;
  children?: ReactNode;
}

/** Phones hide the links here, so the footer has them too. */
export function TopBar({ brand, links, currentPath, children }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <div className={cx('page', styles.inner)}>
        <Brand {...brand} />
        <nav className={styles.links} aria-label="Site">
          {links.map((link) => (
            <Link key={link.href} href={link.href} aria-current={isCurrentItem(link, currentPath) ? 'page' : undefined}>
              {link.label}
            </Link>
          ))}
        </nav>
        <span className={styles.space} />
        {children}
      </div>
    </header>
  );
}
