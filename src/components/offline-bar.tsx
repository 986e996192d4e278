import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon';
import styles from './offline-bar.module.css';

interface OfflineBarProps {
  children?: ReactNode;
}

/** The connection is gone. Says what happens to what one types. */
export function OfflineBar({
  children = 'You are offline. What you type is kept and sent when you are back.',
}: OfflineBarProps) {
  return (
    <div className={styles.bar} role="status">
      <Icon of={WifiOff} size={16} />
      <span>{children}</span>
    </div>
  );
}
