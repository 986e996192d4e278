import Link from 'next/link';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Brand } from '../basic/brand';
import { Count } from '../basic/count';
import { Icon } from '../basic/icon';
import { AccountMenu } from '../layout/account-menu';
import type { MenuItem } from '../layout/menu';
import styles from './console-shell.module.css';

interface ConsoleShellProps {
  siteName: string;
  homeHref: string;
  groups: readonly {
    title: string;
    places: readonly { href: string; label: string; icon: LucideIcon; count?: number }[];
  }[];
  /** Address of the current place; undefined if it is in none. */
  current: string | undefined;
  operator: { name: string; role: string; avatar?: string | null };
  menu: MenuItem[];
  search: ReactNode;
  children: ReactNode;
}

/** Frame of the operators' console: navigation beside the page, above it on phones. */
export function ConsoleShell({
  siteName,
  homeHref,
  groups,
  current,
  operator,
  menu,
  search,
  children,
}: ConsoleShellProps) {
  return (
    <div className={styles.console}>
      <nav className={styles.side} aria-label="Console">
        <div className={styles.brand}>
          <Brand siteName={siteName} href={homeHref} />
          <small>Console</small>
        </div>
        {groups.map(({ title, places }) => (
          <div key={title} className={styles.group}>
            <h2>{title}</h2>
            <ul>
              {places.map(({ href, label, icon, count = 0 }) => (
                <li key={href}>
                  <Link href={href} aria-current={href === current ? 'page' : undefined}>
                    <Icon of={icon} size={16} />
                    <span>{label}</span>
                    <Count value={count} label="waiting" size="sm" className={styles.count} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={styles.content}>
        <header className={styles.top}>
          <div className={styles.search}>{search}</div>
          <span className={cx('sm muted', styles.operator)}>
            {operator.name}, {operator.role}
          </span>
          <AccountMenu name={operator.name} avatar={operator.avatar} items={menu} compact />
        </header>
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
    </div>
  );
}
