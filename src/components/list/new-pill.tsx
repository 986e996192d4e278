import { ArrowDown, ArrowUp } from 'lucide-react';
import { cx } from '@/lib/cx';
import { Button } from '../basic/button';
import styles from './new-pill.module.css';

interface NewPillProps {
  /** `3 new posts`, `Jump to the latest`. */
  label: string;
  onClick: () => void;
  direction?: 'up' | 'down';
  className?: string;
}

/** Floats over a list and moves nothing: new things wait until it is pressed. */
export function NewPill({ label, onClick, direction = 'up', className }: NewPillProps) {
  return (
    <div className={cx(styles.place, className)} role="status">
      <Button
        variant="primary"
        size="sm"
        icon={direction === 'up' ? ArrowUp : ArrowDown}
        className={styles.pill}
        onClick={onClick}
      >
        {label}
      </Button>
    </div>
  );
}
