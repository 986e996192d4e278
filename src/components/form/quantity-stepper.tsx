import { Minus, Plus } from 'lucide-react';
import { Icon } from '../basic/icon';
import styles from './quantity-stepper.module.css';

interface QuantityStepperProps {
  label: string;
  value: number;
  max: number;
  onChange(value: number): void;
}

export function QuantityStepper({ label, value, max, onChange }: QuantityStepperProps) {
  return (
    <span className={styles.stepper} role="group" aria-label={label}>
      <button type="button" aria-label="One less" disabled={value <= 1} onClick={() => onChange(value - 1)}>
        <Icon of={Minus} size={16} />
      </button>
      <output className="num">{value}</output>
      <button type="button" aria-label="One more" disabled={value >= max} onClick={() => onChange(value + 1)}>
        <Icon of={Plus} size={16} />
      </button>
    </span>
  );
}
