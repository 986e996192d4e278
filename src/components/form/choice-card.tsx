import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Icon, type Glyph } from '../basic/icon';
import styles from './choice-card.module.css';

interface ChoiceCardProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
  icon?: Glyph;
}

/** Place it in a fieldset or an element with `role="radiogroup"`. */
export function ChoiceCard({ label, hint, icon, className, ...rest }: ChoiceCardProps) {
  return (
    <label className={cx(styles.box, styles.choice, className)}>
      <input {...rest} type="radio" />
      {icon && <Icon of={icon} />}
      <span className="grow">
        <span className="strong num block">{label}</span>
        {hint && <span className="xs num ink-2 block">{hint}</span>}
      </span>
    </label>
  );
}
