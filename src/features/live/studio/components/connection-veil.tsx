import { Button } from '@/components/basic/button';
import { useSecondsUntil } from '@/components/hooks/use-seconds';
import { useAppSelector } from '@/store/hooks';
import { selectAwayEnd, selectHasForeignEngine, selectPrivateShow, selectPublication } from '../studio-state';
import styles from './studio.module.css';

export function ConnectionVeil({ onEnd }: { onEnd: () => void }) {
  const { lostAt } = useAppSelector(selectPublication);
  const isPrivate = useAppSelector(selectPrivateShow) !== null;
  // With other engines, the backend does not notice that the picture is lost, so paid minutes go on.
  const isPaused = !useAppSelector(selectHasForeignEngine);
  const left = useSecondsUntil(useAppSelector(selectAwayEnd));
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
