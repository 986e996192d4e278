import { useId, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Badge } from '../basic/badge';
import choiceStyles from '../form/choice-card.module.css';
import styles from './price-plans.module.css';

export interface PricePlan {
  id: string;
  name: string;
  /** Formatted: `$8.50`. */
  price: string;
  /** Text about the next charge: `Renews on 21 December. Cancel any time.` */
  note?: ReactNode;
  saving?: string;
}

interface PricePlansProps {
  label: string;
  plans: PricePlan[];
  value: string;
  onChange: (id: string) => void;
}

/** Lets the user choose a plan. Do not preselect the most expensive one. */
export function PricePlans({ label, plans, value, onChange }: PricePlansProps) {
  const name = useId();
  return (
    <div className="stack stack--sm" role="radiogroup" aria-label={label}>
      {plans.map((plan) => (
        <label key={plan.id} className={cx(choiceStyles.box, styles.plan)}>
          <input type="radio" name={name} checked={plan.id === value} onChange={() => onChange(plan.id)} />
          <span className={cx('row strong', styles.name)}>
            {plan.name}
            {plan.saving && <Badge tone="success">{plan.saving}</Badge>}
          </span>
          <span className="price">{plan.price}</span>
          {plan.note && <span className={cx('xs ink-2', styles.note)}>{plan.note}</span>}
        </label>
      ))}
    </div>
  );
}
