import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './timeline.module.css';

interface TimelineProps {
  steps: {
    title: ReactNode;
    note?: ReactNode;
    amount?: ReactNode;
    ahead?: boolean;
    /** `now`: the current step; `bad`: one that was reversed. */
    tone?: 'now' | 'bad';
  }[];
}

export function Timeline({ steps }: TimelineProps) {
  return (
    <ol className={styles.timeline}>
      {steps.map((step, index) => (
        <li key={index} className={cx(step.ahead && styles.ahead, step.tone && styles[step.tone])}>
          <span>
            {step.title}
            {step.ahead && <span className="sr"> (ahead)</span>}
            {step.note && <small className="xs muted block">{step.note}</small>}
          </span>
          {step.amount && <span className="num">{step.amount}</span>}
        </li>
      ))}
    </ol>
  );
}
