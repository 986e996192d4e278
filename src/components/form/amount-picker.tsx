import { cx } from '@/lib/cx';
import styles from './amount-picker.module.css';

interface AmountPickerProps<V extends string> {
  label: string;
  options: { value: V; label: string }[];
  value: V | null;
  onChange: (value: V) => void;
  tone?: 'accent' | 'gift';
}

export function AmountPicker<V extends string>({ label, options, value, onChange, tone }: AmountPickerProps<V>) {
  return (
    <div className={styles.amounts} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={cx(styles.amount, tone === 'gift' && styles.gift, !/\d/.test(option.label) && styles.word)}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
