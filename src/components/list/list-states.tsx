import type { ReactNode } from 'react';
import { Skeleton } from '@/components/basic/skeleton';
import { ErrorState } from '@/components/states/error-state';
import { InfiniteEnd } from './infinite-end';

interface ListStatesProps {
  /** Undefined before anybody asked for it. */
  list?: {
    rows: readonly unknown[];
    status: 'idle' | 'pending' | 'ready' | 'failed';
    error: { message: string } | null;
    isEnd: boolean;
  };
  /** `Your purchases did not load` */
  failedTitle: string;
  onRetry: () => void;
  /** What rows look like while they are on their way, and how many. */
  skeleton: 'post' | 'card' | 'person' | 'line';
  skeletonCount: number;
  skeletonClass?: string;
  /** What shows where there is nothing: why, and the next step. */
  empty: ReactNode;
  /** Asks for the next part; without it the list has one page, or a pager of its own. */
  onMore?: () => void;
  endText?: string;
  /** The rows. */
  children: ReactNode;
}

/** A list in all its states: on its way, not loaded, empty, there, going on, at its end. ux.md G-4. */
export function ListStates({ list, ...props }: ListStatesProps) {
  const { failedTitle, onRetry, skeleton, skeletonCount, skeletonClass, empty, onMore, endText, children } = props;
  if (!list) return <Skeleton kind={skeleton} count={skeletonCount} className={skeletonClass} />;
  const { rows, status, error, isEnd } = list;
  // A page of a table that did not come is not the one before it.
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
