import { ArrowUp } from 'lucide-react';
import { Button } from '../basic/button';
import styles from './new-pill.module.css';

interface NewPillProps {
  /** `3 new posts`, `Jump to the latest`. */
  label: string;
  onClick: () => void;
}

/** New items wait until it is pressed, so that nothing moves in the list. */
export function NewPill({ label, onClick }: NewPillProps) {
  return (
    <div className={styles.place} role="status">
      <Button variant="primary" size="sm" icon={ArrowUp} className={styles.pill} onClick={onClick}>
        {label}
      </Button>
    </div>
  );
}
