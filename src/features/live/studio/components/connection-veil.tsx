import { Button } from '@/components/basic/button';
import { useSecondsSince } from '@/components/hooks/use-seconds';
import { useAppSelector } from '@/store/hooks';
import { selectHasForeignEngine, selectPrivateShow, selectPublication } from '../studio-state';
import styles from './studio.module.css';

/** A room is held for so long. ux.md LV-4. */
const GRACE_SECONDS = 60;

/** Over the host's own picture while it does not reach anybody: how long the room still waits. */
export function ConnectionVeil({ onEnd }: { onEnd: () => void }) {
  const { lostAt } = useAppSelector(selectPublication);
  const isPrivate = useAppSelector(selectPrivateShow) !== null;
  // Elsewhere the backend cannot know of the picture: its minutes go on.
  const isPaused = !useAppSelector(selectHasForeignEngine);
  const left = Math.max(0, GRACE_SECONDS - useSecondsSince(lostAt));
  if (lostAt === null) return null;
  return (
    <div className={styles.veil} role="status">
      <p className="strong">Reconnecting</p>
      <p className="price num" aria-hidden="true">
        {left} s
      </p>
      <p className="sm">
        Viewers see your last picture. Your show ends if you’re not back within a minute.
        {isPrivate && isPaused && ' Nobody pays for this time.'}
      </p>
      <Button variant="media" size="sm" onClick={onEnd}>
        End the show now
      </Button>
    </div>
  );
}
