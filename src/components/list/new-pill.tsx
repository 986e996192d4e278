import { ArrowUp } from 'lucide-react';
import { Button } from '../basic/button';
import styles from './new-pill.module.css';

interface NewPillProps {
  /** Such as `3 new posts` or `Jump to the latest`. */
  label: string;
  onClick: () => void;
}

/** New items are inserted only when it is pressed, so that the list does not move while it is read. */
export function NewPill({ label, onClick }: NewPillProps) {
  return (
    <div className={styles.place} role="status">
      <Button variant="primary" size="sm" icon={ArrowUp} className={styles.pill} onClick={onClick}>
        {label}
      </Button>
    </div>
  );
}
