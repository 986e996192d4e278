import { cx } from '@/lib/cx';
import styles from './count.module.css';

interface CountProps {
  value: number;
  label?: string;
  size?: 'sm' | 'md';
  className?: string;
}

export function Count({ value, label, size, className }: CountProps) {
  if (value <= 0) return null;
  return (
    <span className={cx(styles.count, size === 'sm' && styles.sm, className)}>
      {value > 99 ? '99+' : value}
      {label && <span className="sr"> {label}</span>}
    </span>
  );
}
