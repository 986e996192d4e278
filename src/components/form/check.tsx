import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './check.module.css';

interface CheckProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
  /** Replaces the hint. */
  error?: ReactNode;
}

/** A box to tick. */
export function Check({ label, hint, error, className, ...rest }: CheckProps) {
  return (
    <label className={cx(styles.check, className)}>
      <input {...rest} type="checkbox" aria-invalid={error ? true : undefined} />
      <span>
        {label}
        {error ? (
          <span className={styles.error} role="alert">
            {error}
          </span>
        ) : (
          hint && <span className={styles.hint}>{hint}</span>
        )}
      </span>
    </label>
  );
}
