import type { ReactNode } from 'react';
import styles from './sum-lines.module.css';

interface SumLine {
  label: ReactNode;
  /** Formatted: `$8.50`. */
  amount: ReactNode;
}

interface SumLinesProps {
  lines: SumLine[];
  total?: SumLine;
}

export function SumLines({ lines, total }: SumLinesProps) {
  return (
    <dl className={styles.bill}>
      {[...lines, ...(total ? [total] : [])].map((line, index) => (
        <div key={index} className={line === total ? styles.total : undefined}>
          <dt>{line.label}</dt>
          <dd className="num nowrap">{line.amount}</dd>
        </div>
      ))}
    </dl>
  );
}
