import { cx } from '@/lib/cx';
import styles from './verified.module.css';

export function Verified({ className }: { className?: string }) {
  return (
    <svg className={cx(styles.verified, className)} viewBox="0 0 24 24" role="img" aria-label="Verified">
      <path
        d="M12 1.5l2.7 2.1 3.4-.2 1 3.2 2.8 1.9-1.2 3.2 1.2 3.2-2.8 1.9-1 3.3-3.4-.3L12 22l-2.7-2.2-3.4.3-1-3.3L2.1 14.9l1.2-3.2-1.2-3.2 2.8-1.9 1-3.2 3.4.2z"
        fill="currentColor"
      />
      <path d="M7.8 12l2.9 2.9 5.6-5.8" fill="none" stroke="var(--bg)" strokeWidth={2.4} />
    </svg>
  );
}
