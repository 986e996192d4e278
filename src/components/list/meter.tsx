import { cx } from '@/lib/cx';
import styles from './meter.module.css';

interface MeterProps {
  /** Must include the number: `72 percent of the goal`. */
  label: string;
  percent: number;
  size?: 'sm' | 'md';
  className?: string;
}

export function Meter({ label, percent, size = 'md', className }: MeterProps) {
  const value = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div
      className={cx(styles.meter, styles[size], className)}
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${value}%` }} />
    </div>
  );
}
