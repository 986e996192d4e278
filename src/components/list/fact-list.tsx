import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

export function FactList({ children }: { children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className="sm muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
