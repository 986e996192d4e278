import type { RefObject } from 'react';
import { cx } from '@/lib/cx';
import { Button } from '../basic/button';
import { Skeleton } from '../basic/skeleton';
import { useNearEnd } from '../hooks/use-near-end';
import { useRetryOnReconnect } from '../hooks/use-retry-when-back';
import styles from './log-edge.module.css';

interface LogEdgeProps {
  status: 'idle' | 'pending' | 'failed';
  label: string;
  onMore: () => void;
  frame: RefObject<HTMLElement | null>;
}

/** One end of the loaded messages. Loads more before that end comes into view. */
export function LogEdge({ status, label, onMore, frame }: LogEdgeProps) {
  const edge = useNearEnd(status === 'idle', onMore, frame);
  useRetryOnReconnect(status === 'failed' ? onMore : undefined);
  return (
    <div ref={edge} className={cx('sm muted', styles.edge)}>
      {status === 'pending' && <Skeleton kind="line" width="38%" />}
      {status === 'idle' && (
        <Button variant="ghost" size="sm" onClick={onMore}>
          {label}
        </Button>
      )}
      {status === 'failed' && (
        <p role="alert">
          {label} did not load.{' '}
          <button type="button" className="link" onClick={onMore}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}
