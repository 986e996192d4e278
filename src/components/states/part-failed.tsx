import { CircleAlert } from 'lucide-react';
import { cx } from '@/lib/cx';
import { Icon } from '../basic/icon';
import styles from './part-failed.module.css';

interface PartFailedProps {
  text?: string;
  /** Over the page, for what would have been a sheet. */
  isFloating?: boolean;
  onRetry?: () => void;
}

/** One line in place of a part that could not be shown. */
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

/** What `dynamic` tells what stands in. */
export interface LazyState {
  error?: Error | null;
  retry?: () => void;
}

/** For `dynamic({ loading })`: nothing while the code of a part comes, a line and a retry when it does not. */
export function LazyPart({ error, retry }: LazyState) {
  return error ? <PartFailed text="This part could not be loaded." onRetry={retry} /> : null;
}

/** The same for what opens over the page: sheets, pictures. */
export function LazySheet({ error, retry }: LazyState) {
  return error ? <PartFailed text="This could not be opened." isFloating onRetry={retry} /> : null;
}
