import Link from 'next/link';
import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
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

/** Frame of the operators' console: navigation beside the page, or on phones behind a button that names the current place. */
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
  const [isOpen, setIsOpen] = useState(false);
  const places = groups.flatMap((group) => group.places);
  const waiting = places.reduce((sum, { count = 0 }) => sum + count, 0);
  return (
    <div className={styles.console} data-copyable>
      <nav
        className={styles.side}
        aria-label="Console"
        onKeyDown={({ key }) => {
          if (key === 'Escape') setIsOpen(false);
        }}
      >
        <div className={styles.brand}>
          <Brand siteName={siteName} href={homeHref} />
          <small>Console</small>
        </div>
        <button type="button" className={styles.opener} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <span>{places.find(({ href }) => href === current)?.label ?? 'Menu'}</span>
          <Count value={waiting} label="waiting" size="sm" />
          <Icon of={isOpen ? ChevronUp : ChevronDown} size={16} />
        </button>
        <div className={styles.groups} data-open={isOpen || undefined}>
          {groups.map((group) => (
            <div key={group.title} className={styles.group}>
              <h2>{group.title}</h2>
              <ul>
                {group.places.map(({ href, label, icon, count = 0 }) => (
                  <li key={href}>
                    <Link
                      href={href}
                      aria-current={href === current ? 'page' : undefined}
                      onClick={() => setIsOpen(false)}
                    >
                      <Icon of={icon} size={16} />
                      <span>{label}</span>
                      <Count value={count} label="waiting" size="sm" className={styles.count} />
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </nav>
      <div className={styles.content}>
        <header className={styles.top}>
          <div className={styles.search}>{search}</div>
          <span className={cx('sm muted', styles.operator)}>{`${operator.name}, ${operator.role}`}</span>
          <AccountMenu name={operator.name} avatar={operator.avatar} items={menu} compact />
        </header>
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
    </div>
  );
}
