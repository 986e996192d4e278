import { HandCoins } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Icon } from '../basic/icon';
import styles from './tip-line.module.css';

/** A line such as `You tipped Callum $5.00`, with the note. */
export function TipLine({ note, children }: { note?: string | null; children: ReactNode }) {
  return (
    <p className={cx('row sm strong', styles.tip)}>
      <Icon of={HandCoins} size={16} />
      <span className={styles.words}>
        {children}
        {note && <span className={cx('said', styles.note)}>“{note}”</span>}
      </span>
    </p>
  );
}
