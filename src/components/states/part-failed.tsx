import { CircleAlert } from 'lucide-react';
import { cx } from '@/lib/cx';
import { Icon } from '../basic/icon';
import styles from './part-failed.module.css';

interface PartFailedProps {
  text?: string;
  /** Whether it floats over the page, as for a failed sheet. */
  isFloating?: boolean;
  onRetry?: () => void;
}

export function PartFailed({ text = 'This part could not be shown.', isFloating, onRetry }: PartFailedProps) {
  return (
    <p className={cx('sm ink-2', styles.failed, isFloating && styles.floating)} role="alert">
      <Icon of={CircleAlert} size={16} />
      <span>
        {text}{' '}
        {onRetry && (
          <button type="button" className="link" onClick={onRetry}>
            Try again
          </button>
        )}
      </span>
    </p>
  );
}

/** The props that `dynamic` passes to `loading`. */
export interface LazyState {
  error?: Error | null;
  retry?: () => void;
}

/** For `dynamic({ loading })`: renders nothing while loading, and a retry button after a failure. */
export function LazyPart({ error, retry }: LazyState) {
  return error ? <PartFailed text="This part could not be loaded." onRetry={retry} /> : null;
}

/** Like LazyPart, for sheets and pictures shown over the page. */
export function LazySheet({ error, retry }: LazyState) {
  return error ? <PartFailed text="This could not be opened." isFloating onRetry={retry} /> : null;
}
