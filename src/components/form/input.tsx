import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { useFieldControl } from './field';
import styles from './input.module.css';

interface InputProps extends ComponentPropsWithRef<'input'> {
  lead?: ReactNode;
  trail?: ReactNode;
}

/**
 * With 16 px text, phones do not zoom in. The input is always the second child of the same span: if it moved when `lead`
 * appears, React would remount it and the focus would be lost.
 */
export function Input({ lead, trail, className, ...rest }: InputProps) {
  const hasLead = isShown(lead);
  const hasTrail = isShown(trail);
  return (
    <span className={cx(styles.affix, styles.line)}>
      {hasLead && <span className={styles.lead}>{lead}</span>}
      <input
        {...rest}
        {...useFieldControl(rest)}
        className={cx(styles.input, hasLead && styles.padStart, hasTrail && styles.padEnd, className)}
      />
      {hasTrail && <span className={styles.trail}>{trail}</span>}
    </span>
  );
}

const isShown = (adornment: ReactNode) => adornment !== undefined && adornment !== null && adornment !== false;
