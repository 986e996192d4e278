import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../basic/button';
import { LockBadge } from '../basic/lock-badge';
import { useRetryOnReconnect } from '../hooks/use-retry-when-back';
import styles from './empty-state.module.css';

interface ErrorStateProps {
  title: string;
  text?: ReactNode;
  onRetry?: () => void;
  /** Use `h1` if the page has no other content. */
  heading?: 'h1' | 'h2';
}

/** Retries automatically after a reconnect. Its texts contain no blame and no codes. */
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
