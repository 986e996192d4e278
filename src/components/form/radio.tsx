import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './check.module.css';

interface RadioProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** One of several; give all of them the same `name`. In a box, with more to say: ChoiceCard. */
export function Radio({ label, hint, className, ...rest }: RadioProps) {
  return (
    <label className={cx(styles.check, className)}>
      <input {...rest} type="radio" />
      <span>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  );
}
