import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../basic/icon';
import styles from './offline-bar.module.css';

interface OfflineBarProps {
  children?: ReactNode;
}

/** The connection is gone. Says what happens to what one types. */
export function OfflineBar({
  children = 'You’re offline. Messages will send when you’re back online.',
}: OfflineBarProps) {
  return (
    <div className={styles.bar} role="status">
      <Icon of={WifiOff} size={16} />
      <span>{children}</span>
    </div>
  );
}
