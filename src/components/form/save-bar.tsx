import { Button } from '../basic/button';
import styles from './save-bar.module.css';

interface SaveBarProps {
  /** `Two unsaved changes`. */
  text: string;
  onDiscard: () => void;
  /** Left out when the form's own submit does it. */
  onSave?: () => void;
  busy?: boolean;
}

/** Stays at the foot of a form while something is unsaved. */
export function SaveBar({ text, onDiscard, onSave, busy }: SaveBarProps) {
  return (
    <div className={styles.bar} role="status">
      <span className="grow">{text}</span>
      <Button variant="ghost" size="sm" className={styles.quiet} disabled={busy} onClick={onDiscard}>
        Discard
      </Button>
      <Button
        variant="primary"
        size="sm"
        className={styles.save}
        type={onSave ? 'button' : 'submit'}
        busy={busy}
        busyLabel="Saving"
        onClick={onSave}
      >
        Save
      </Button>
    </div>
  );
}
