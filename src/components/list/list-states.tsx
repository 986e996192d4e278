import type { ReactNode } from 'react';
import { Skeleton } from '@/components/basic/skeleton';
import { ErrorState } from '@/components/states/error-state';
import { InfiniteEnd } from './infinite-end';

interface ListStatesProps {
  /** Undefined before the first request. */
  list?: {
    rows: readonly unknown[];
    status: 'idle' | 'pending' | 'ready' | 'failed';
    error: { message: string } | null;
    isEnd: boolean;
  };
  failedTitle: string;
  onRetry: () => void;
  skeleton: 'post' | 'card' | 'person' | 'line';
  skeletonCount: number;
  skeletonClass?: string;
  empty: ReactNode;
  /** Omit it for lists with one page or with their own pager. */
  onMore?: () => void;
  endText?: string;
  children: ReactNode;
}

/** Shows a list in each of its states: loading, failed, empty, loaded. ux.md G-4. */
export function ListStates({ list, ...props }: ListStatesProps) {
  const { failedTitle, onRetry, skeleton, skeletonCount, skeletonClass, empty, onMore, endText, children } = props;
  if (!list) return <Skeleton kind={skeleton} count={skeletonCount} className={skeletonClass} />;
  const { rows, status, error, isEnd } = list;
  // If a table's page fails to load, do not show the rows of another page.
  if (status === 'failed' && (rows.length === 0 || !onMore)) {
    return <ErrorState title={failedTitle} text={error?.message} onRetry={onRetry} />;
  }
  if (rows.length === 0) {
    if (status !== 'ready') return <Skeleton kind={skeleton} count={skeletonCount} className={skeletonClass} />;
    return <>{empty}</>;
  }
  const end = status === 'pending' ? 'loading' : isEnd ? 'end' : 'more';
  return (
    <>
      {children}
      {onMore && (
        <InfiniteEnd
          state={status === 'failed' ? 'failed' : end}
          onMore={onMore}
          skeleton={skeleton}
          endText={endText}
        />
      )}
    </>
  );
}
