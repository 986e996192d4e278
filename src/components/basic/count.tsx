import { cx } from '@/lib/cx';
import styles from './count.module.css';

interface CountProps {
  value: number;
  /** What is counted, read after the number: `unread`. */
  label?: string;
  /** `sm` lies over an icon. */
  size?: 'sm' | 'md';
  className?: string;
}

/** A small number on green; nothing at zero, `99+` beyond. */
export function Count({ value, label, size, className }: CountProps) {
  if (value <= 0) return null;
  return (
    <span className={cx(styles.count, size === 'sm' && styles.sm, className)}>
      {value > 99 ? '99+' : value}
      {label && <span className="sr"> {label}</span>}
    </span>
  );
}
