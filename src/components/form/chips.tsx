import { X } from 'lucide-react';
import { cx } from '@/lib/cx';
import { Icon, type Glyph } from '../basic/icon';
import { useStrip } from '../hooks/use-strip';
import styles from './chips.module.css';

interface ChipOption<V extends string> {
  value: V;
  label: string;
  icon?: Glyph;
}

interface ChipsProps<V extends string> {
  label: string;
  options: ChipOption<V>[];
  value: V | readonly V[];
  onToggle: (value: V) => void;
  wrap?: boolean;
  removable?: boolean;
  className?: string;
}

/** Filters. Use at most two rows of them on a page. */
export function Chips<V extends string>(props: ChipsProps<V>) {
  const { label, options, value, onToggle, wrap, removable, className } = props;
  const isOn = (option: V) => (Array.isArray(value) ? value.includes(option) : value === option);
  const strip = useStrip<HTMLDivElement>(typeof value === 'string' ? value : undefined);
  return (
    <div
      ref={strip}
      className={cx(!wrap && 'strip', styles.chips, wrap && styles.wrap, className)}
      role="group"
      aria-label={label}
    >
      {options.map((option) => {
        const on = isOn(option.value);
        return (
          <button
            key={option.value}
            type="button"
            className={styles.chip}
            aria-pressed={on}
            onClick={() => onToggle(option.value)}
          >
            {option.icon && <Icon of={option.icon} size={16} />}
            {option.label}
            {on && removable && <Icon of={X} size={16} />}
          </button>
        );
      })}
    </div>
  );
}
