import { useId, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Badge } from '../basic/badge';
import choiceStyles from '../form/choice-card.module.css';
import styles from './price-plans.module.css';

export interface PricePlan {
  id: string;
  /** `Monthly`, `Yearly`, `7 days free`. */
  name: string;
  /** As shown: `$8.50`. */
  price: string;
  /** When and what is charged next: `Renews on 21 December. Cancel any time.` */
  note?: ReactNode;
  /** `Save $20.40`. */
  saving?: string;
}

interface PricePlansProps {
  /** What is bought, for readers: `Subscribe to Noor`. */
  label: string;
  plans: PricePlan[];
  value: string;
  onChange: (id: string) => void;
}

/** The ways to pay for a subscription, with the next date beside each sum. Do not preselect the dearest. */
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
