import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: ReactNode;
  /** One line below. */
  note?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  className?: string;
}

/** The heading of a page. */
export function PageHead({ title, note, actions, className }: PageHeadProps) {
  return (
    <header className={cx(styles.head, className)}>
      <div className={styles.words}>
        <h1>{title}</h1>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
