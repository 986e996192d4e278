import Link from 'next/link';
import { useEffect, useRef } from 'react';
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
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!nav.current) return;
    const links = [...nav.current.querySelectorAll('a')];
    const open = links.find((link) => link.getAttribute('href') === current);
    if (!open) return;
    // On phones the open tab may lie beyond the edge: bring it in, with a bit of the one before.
    const { scrollLeft, clientWidth } = nav.current;
    const isSeen = open.offsetLeft >= scrollLeft && open.offsetLeft + open.offsetWidth <= scrollLeft + clientWidth;
    if (!isSeen) nav.current.scrollLeft = open.offsetLeft - clientWidth / 3;
  }, [current]);
  return (
    <nav ref={nav} className={cx(styles.tabs, className)} aria-label={label}>
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
