import Link from 'next/link';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format-count';
import styles from './tabs.module.css';

interface TabsProps {
  /** What the tabs divide, for readers: `Noor's work`. */
  label: string;
  tabs: { href: string; label: string; count?: number }[];
  /** The `href` of the open tab. */
  current: string;
  className?: string;
}

/** Links to the parts of one page; the open part is in the address, so back and reload keep it. */
export function Tabs({ label, tabs, current, className }: TabsProps) {
  return (
    <nav className={cx(styles.tabs, className)} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          scroll={false}
          className={styles.tab}
          aria-current={tab.href === current ? 'page' : undefined}
        >
          {tab.label}
          {tab.count !== undefined && <span className={styles.count}>{formatCount(tab.count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
