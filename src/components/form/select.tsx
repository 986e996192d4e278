import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { cx } from '@/lib/cx';
import { useFieldControl } from './field';
import { Icon } from '../basic/icon';
import styles from './input.module.css';

interface SelectProps extends Omit<ComponentPropsWithRef<'select'>, 'children'> {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  placeholder?: string;
}

/** The browser's own select, which works best on phones. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <span className={styles.affix}>
      <select {...rest} {...useFieldControl(rest)} className={cx(styles.input, styles.select, className)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={cx(styles.trail, styles.arrow)}>
        <Icon of={ChevronDown} />
      </span>
    </span>
  );
}
