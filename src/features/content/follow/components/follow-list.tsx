import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { InfiniteEnd } from '@/components/list/infinite-end';
import { Skeleton } from '@/components/basic/skeleton';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { StoreState } from '@/store/state';
import { followsRequested, selectFollows, type FollowSide } from '../follow-slice';
import styles from './follow-list.module.css';

type Follow = StoreState['follow']['following']['list'][number];

interface FollowListProps {
  side: FollowSide;
  /** One row; nothing for an account that is gone. */
  renderRow: (follow: Follow) => ReactNode;
  /** What shows when there is nobody: in words, and the next step. */
  empty: { title: string; text: string; action?: ReactNode };
}

/** People who follow or are followed, newest first, in all the states of a list. */
export function FollowList({ side, renderRow, empty }: FollowListProps) {
  const dispatch = useAppDispatch();
  const { list, status, isEnd } = useAppSelector(selectFollows(side));
  if (list.length === 0 && status === 'failed') {
    return <ErrorState title="The list did not load" onRetry={() => dispatch(followsRequested({ side }))} />;
  }
  if (list.length === 0 && status !== 'ready') return <Skeleton kind="person" count={6} />;
  if (list.length === 0) return <EmptyState icon={UserRound} {...empty} />;
  const end = status === 'pending' ? 'loading' : isEnd ? 'end' : 'more';
  return (
    <>
      <ul className={styles.list}>
        {list.map((follow) => (
          <li key={follow._id}>{renderRow(follow)}</li>
        ))}
      </ul>
      <InfiniteEnd
        state={status === 'failed' ? 'failed' : end}
        onMore={() => dispatch(followsRequested({ side, more: true }))}
        skeleton="person"
        endText="You’ve reached the end"
      />
    </>
  );
}
