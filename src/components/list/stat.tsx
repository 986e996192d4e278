import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './stat.module.css';

interface StatProps {
  /** Must include the period, if the number has one. */
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  trend?: 'up' | 'down';
}

/** Place it in StatRow. */
export function Stat({ label, value, note, trend }: StatProps) {
  return (
    <div className={styles.stat}>
      <dt className="sm muted">{label}</dt>
      <dd>
        {value}
        {note && <small className={cx(trend === 'up' && styles.up, trend === 'down' && styles.down)}>{note}</small>}
      </dd>
    </div>
  );
}

export function StatRow({ children }: { children: ReactNode }) {
  return <dl className={styles.stats}>{children}</dl>;
}
