import { WifiOff } from 'lucide-react';
import { Icon } from '../basic/icon';
import styles from './offline-bar.module.css';

/** The connection is gone. Says what happens to what one types. */
export function OfflineBar() {
  return (
    <div className={styles.bar} role="status">
      <Icon of={WifiOff} size={16} />
      <span>You’re offline. Messages will send when you’re back online.</span>
    </div>
  );
}
