import { cx } from '@/lib/cx';
import styles from './day-divider.module.css';

/** Between messages: the day, or where the unread ones begin. */
export function DayDivider({ label, unread }: { label: string; unread?: boolean }) {
  return <p className={cx(styles.day, unread && styles.unread)}>{label}</p>;
}
