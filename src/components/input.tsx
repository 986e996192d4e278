import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { useFieldControl } from './field-context';
import styles from './input.module.css';

interface InputProps extends ComponentPropsWithRef<'input'> {
  /** Inside the border, before the text: a sign or an icon. */
  lead?: ReactNode;
  /** Inside the border, after the text: a unit or a button. */
  trail?: ReactNode;
}

/** A line of text. Stand it in a Field. 46 px high, 16 px text so that phones do not zoom. */
export function Input({ lead, trail, className, ...rest }: InputProps) {
  const control = (
    <input
      {...rest}
      {...useFieldControl(rest)}
      className={cx(
        styles.input,
        lead !== undefined && styles.padStart,
        trail !== undefined && styles.padEnd,
        className,
      )}
    />
  );
  if (lead === undefined && trail === undefined) return control;
  return (
    <span className={styles.affix}>
      {lead !== undefined && <span className={styles.lead}>{lead}</span>}
      {control}
      {trail !== undefined && <span className={styles.trail}>{trail}</span>}
    </span>
  );
}
