import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './switch.module.css';

interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** Takes effect immediately. For a choice that waits for "Save", use Check. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  return (
    <label className={cx(styles.switch, className)}>
      <input {...rest} type="checkbox" role="switch" aria-checked={rest.checked} />
      <span className="grow">
        <span className="strong block">{label}</span>
        {hint && <span className="sm muted block">{hint}</span>}
      </span>
    </label>
  );
}
