import type { ReactNode } from 'react';
import styles from './timeline.module.css';

interface TimelineProps {
  steps: {
    title: ReactNode;
    /** When, or what happens then. */
    note?: ReactNode;
    amount?: ReactNode;
    /** Still ahead. */
    ahead?: boolean;
  }[];
}

/** Steps of a trial or a payout, done ones filled. */
export function Timeline({ steps }: TimelineProps) {
  return (
    <ol className={styles.timeline}>
      {steps.map((step, index) => (
        <li key={index} className={step.ahead ? styles.ahead : undefined}>
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
