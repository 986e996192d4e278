import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../basic/button';
import { LockBadge } from '../basic/lock-badge';
import { useRetryOnReconnect } from '../hooks/use-retry-when-back';
import styles from './empty-state.module.css';

interface ErrorStateProps {
  /** What did not work: `The posts did not load`. */
  title: string;
  /** Why, and what that means for the reader. */
  text?: ReactNode;
  onRetry?: () => void;
  /** `h1` where this is all that the page says. */
  heading?: 'h1' | 'h2';
}

/** A part that did not load, with the way out; it tries again by itself when the connection is back. No blame, no codes. */
export function ErrorState(props: ErrorStateProps) {
  const { title, text = 'We could not reach the server. Nothing you did is lost.' } = props;
  const { onRetry, heading: Heading = 'h2' } = props;
  useRetryOnReconnect(onRetry);
  return (
    <div className={styles.empty} role="alert">
      <LockBadge icon={RotateCw} tone="danger" />
      <Heading>{title}</Heading>
      <p>{text}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
