import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../basic/icon';
import styles from './tick-list.module.css';

export function TickList({ items }: { items: ReactNode[] }) {
  return (
    <ul className={styles.ticks}>
      {items.map((item, index) => (
        <li key={index}>
          <Icon of={Check} size={18} strokeWidth={2.2} />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
