import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { PartBoundary } from '../states/part-boundary';
import styles from './panel.module.css';

interface PanelProps {
  title?: ReactNode;
  aside?: ReactNode;
  lifted?: boolean;
  className?: string;
  children: ReactNode;
}

/** The only boxed element of the design: for content to buy, open or fill in. */
export function Panel({ title, aside, lifted, className, children }: PanelProps) {
  return (
    <section className={cx(styles.panel, lifted && styles.lifted, className)}>
      {title && (
        <header className={styles.head}>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      <PartBoundary part="panel">{children}</PartBoundary>
    </section>
  );
}
