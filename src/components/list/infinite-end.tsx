import { cx } from '@/lib/cx';
import { Button } from '../basic/button';
import { Skeleton } from '../basic/skeleton';
import { useNearEnd } from '../hooks/use-near-end';
import { useRetryOnReconnect } from '../hooks/use-retry-when-back';
import styles from './infinite-end.module.css';

interface InfiniteEndProps {
  /** `more` loads the next page when the end is near the visible area. */
  state: 'more' | 'loading' | 'failed' | 'end';
  onMore: () => void;
  endText?: string;
  skeleton?: 'post' | 'card' | 'person' | 'line';
}

export function InfiniteEnd(props: InfiniteEndProps) {
  const { state, onMore, endText = 'You’ve reached the end', skeleton = 'post' } = props;
  const foot = useNearEnd(state === 'more', onMore);
  useRetryOnReconnect(state === 'failed' ? onMore : undefined);
  return (
    <div ref={foot} className={cx('sm muted center', styles.foot)}>
      {state === 'loading' && <Skeleton kind={skeleton} count={skeleton === 'card' ? 3 : 1} />}
      {state === 'more' && (
        <Button size="sm" onClick={onMore}>
          Show more
        </Button>
      )}
      {state === 'failed' && (
        <p role="alert">
          Could not load more.{' '}
          <button type="button" className="link" onClick={onMore}>
            Try again
          </button>
        </p>
      )}
      {state === 'end' && <p>{endText}</p>}
    </div>
  );
}
