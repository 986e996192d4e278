import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './chat-line.module.css';

interface ChatLineProps {
  name: string;
  /** The one who streams. */
  host?: boolean;
  /** A tip stands out: the sum as shown, `$10.00`; its words are the note. */
  tip?: string;
  children?: ReactNode;
}

/** One line of a live room's chat, on the dark stage. */
export function ChatLine({ name, host, tip, children }: ChatLineProps) {
  if (tip !== undefined) {
    return (
      <div className={styles.tip}>
        <p className={styles.tipHead}>
          <b>{name} tipped</b>
          <span className={cx('price', styles.sum)}>{tip}</span>
        </p>
        {children && <p className={styles.tipNote}>{children}</p>}
      </div>
    );
  }
  return (
    <p className={cx(styles.line, host && styles.host)}>
      <b>{name}</b> {children}
    </p>
  );
}
