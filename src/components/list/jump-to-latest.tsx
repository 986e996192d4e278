import { ArrowDown } from 'lucide-react';
import { Count } from '../basic/count';
import { Icon } from '../basic/icon';
import { useExitTransition } from '../hooks/use-exit-transition';
import { pluralise } from '@/lib/format-count';
import styles from './jump-to-latest.module.css';

interface JumpToLatestProps {
  isShown: boolean;
  /** Number of new messages below from the other party. */
  missed: number;
  onJump: () => void;
}

/** Equals `--t-base` of the design tokens. */
const LEAVE_MS = 200;

export function JumpToLatest({ isShown, missed, onJump }: JumpToLatestProps) {
  const isPresent = useExitTransition(isShown, LEAVE_MS);
  return (
    <div className={styles.place}>
      {isPresent && (
        <button
          type="button"
          className={styles.jump}
          data-leaving={isShown ? undefined : ''}
          title="Jump to latest"
          onClick={onJump}
        >
          <span className="sr">Jump to latest</span>
          <Icon of={ArrowDown} />
          <Count value={missed} label="new" className={styles.count} />
        </button>
      )}
      <span className="sr" role="status">
        {isShown && missed > 0 && `${pluralise(missed, 'new message')} below`}
      </span>
    </div>
  );
}
