import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './stat.module.css';

interface StatProps {
  /** Always with its period when the number has one. */
  label: ReactNode;
  value: ReactNode;
  /** `12 % more than before`. */
  note?: ReactNode;
  trend?: 'up' | 'down';
}

/** One figure; stands in StatRow. */
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

/** Plain figures between hairlines, four beside each other, two on phones. */
export function StatRow({ children }: { children: ReactNode }) {
  return <dl className={styles.stats}>{children}</dl>;
}
