import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/states/empty-state';
import { ListStates } from '@/components/list/list-states';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { follows, type Follow, type FollowSide } from '../follow-feature';
import styles from './follow-list.module.css';

interface FollowListProps {
  side: FollowSide;
  renderRow: (follow: Follow) => ReactNode;
  empty: { title: string; text: string; action?: ReactNode };
}

export function FollowList({ side, renderRow, empty }: FollowListProps) {
  const dispatch = useAppDispatch();
  const { select, requested, moreRequested } = follows[side];
  const list = useAppSelector(select);
  return (
    <ListStates
      list={list}
      failedTitle="The list did not load"
      onRetry={() => dispatch(requested({}))}
      onMore={() => dispatch(moreRequested())}
      skeleton="person"
      skeletonCount={6}
      empty={<EmptyState icon={UserRound} {...empty} />}
    >
      <ul className={styles.list}>
        {list.rows.map((follow) => (
          <li key={follow._id}>{renderRow(follow)}</li>
        ))}
      </ul>
    </ListStates>
  );
}
