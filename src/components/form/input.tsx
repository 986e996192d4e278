import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { useFieldControl } from './field';
import styles from './input.module.css';

interface InputProps extends ComponentPropsWithRef<'input'> {
  /** Inside the border, before the text: a sign or an icon. */
  lead?: ReactNode;
  /** Inside the border, after the text: a unit or a button. */
  trail?: ReactNode;
}

/**
 * A line of text. Stand it in a Field. 46 px high, 16 px text so that phones do not zoom.
 *
 * The input is always the second child of the same span: one that moved when a sign came or went would be another
 * element, and whoever is typing would lose the focus.
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
