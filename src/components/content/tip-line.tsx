import { HandCoins } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../basic/icon';
import styles from './tip-line.module.css';

/** A tip in a conversation: `You tipped Callum $5.00`. */
export function TipLine({ note, children }: { note?: string | null; children: ReactNode }) {
  return (
    <p className={styles.tip}>
      <Icon of={HandCoins} size={16} />
      <span className={styles.words}>
        {children}
        {note && <span className={styles.note}>“{note}”</span>}
      </span>
    </p>
  );
}
