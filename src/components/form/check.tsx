import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './check.module.css';

interface CheckProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: ReactNode;
  /** `radio` is one of several; give all of them the same `name`. In a box, with more to say: ChoiceCard. */
  type?: 'checkbox' | 'radio';
}

/** A box to tick, or one of several to choose. */
export function Check({ label, type = 'checkbox', className, ...rest }: CheckProps) {
  return (
    <label className={cx(styles.check, className)}>
      <input {...rest} type={type} />
      <span>{label}</span>
    </label>
  );
}
