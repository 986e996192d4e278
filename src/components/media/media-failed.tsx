import { cx } from '@/lib/cx';
import { Button } from '../basic/button';
import styles from './media-failed.module.css';

interface MediaFailedProps {
  what: 'video' | 'recording';
  onRetry: () => void;
  className?: string;
}

export function MediaFailed({ what, onRetry, className }: MediaFailedProps) {
  return (
    <div className={cx('row sm', styles.failed, className)} role="status">
      <span>This {what} didn’t load.</span>
      <Button size="sm" variant="soft" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
