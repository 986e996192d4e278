import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './styleguide.module.css';

/** A titled chapter of the style page. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface SampleProps {
  name: string;
  /** As wide as the feed. */
  narrow?: boolean;
  children: ReactNode;
}

/** One component in one state, with its name. */
export function Sample({ name, narrow, children }: SampleProps) {
  return (
    <div className={cx(styles.sample, narrow && styles.narrow)}>
      <p className={styles.name}>{name}</p>
      {children}
    </div>
  );
}
