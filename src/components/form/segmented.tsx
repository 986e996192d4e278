import { useId } from 'react';
import { cx } from '@/lib/cx';
import styles from './segmented.module.css';

interface SegmentedProps<V extends string> {
  label: string;
  options: { value: V; label: string; disabled?: boolean }[];
  value: V;
  onChange: (value: V) => void;
  className?: string;
}

export function Segmented<V extends string>({ label, options, value, onChange, className }: SegmentedProps<V>) {
  const name = useId();
  return (
    <div className={cx(styles.segmented, className)} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className="over"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
