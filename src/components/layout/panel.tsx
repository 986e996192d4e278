import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { PartBoundary } from '../states/part-boundary';
import styles from './panel.module.css';

interface PanelProps {
  title?: ReactNode;
  /** Beside the title: a link or a Badge. */
  aside?: ReactNode;
  /** A shadow: for the price panel that lies over the cover. */
  lifted?: boolean;
  className?: string;
  children: ReactNode;
}

/** The only box: for what can be bought, opened or filled in. */
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
