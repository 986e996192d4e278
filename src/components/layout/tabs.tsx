import Link from 'next/link';
import { cx } from '@/lib/cx';
import { formatShortCount } from '@/lib/format-count';
import { useStrip } from '../hooks/use-strip';
import styles from './tabs.module.css';

interface TabsProps {
  label: string;
  tabs: { href: string; label: string; count?: number | string }[];
  /** The `href` of the open tab. */
  current: string;
  className?: string;
}

/** Tabs are links, so that the back button and reload keep the open one. */
export function Tabs({ label, tabs, current, className }: TabsProps) {
  const nav = useStrip<HTMLElement>(current);
  return (
    <nav ref={nav} className={cx('strip', styles.tabs, className)} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          scroll={false}
          className={styles.tab}
          aria-current={tab.href === current ? 'page' : undefined}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className={cx('xs muted num', styles.count)}>
              {typeof tab.count === 'number' ? formatShortCount(tab.count) : tab.count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
