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
  /** Without it, the list has one page or its own pager. */
  onMore?: () => void;
  endText?: string;
  children: ReactNode;
}

/** ux.md G-4. */
export function ListStates({ list, ...props }: ListStatesProps) {
  const { failedTitle, onRetry, skeleton, skeletonCount, skeletonClass, empty, onMore, endText, children } = props;
  if (!list) return <Skeleton kind={skeleton} count={skeletonCount} className={skeletonClass} />;
  const { rows, status, error, isEnd } = list;
  // When a table page fails, do not show the previous page's rows.
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
