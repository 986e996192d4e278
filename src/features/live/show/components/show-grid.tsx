import { Radio } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/basic/button';
import { ListStates } from '@/components/list/list-states';
import { EmptyState } from '@/components/states/empty-state';
import { paths } from '@/config/paths';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { liveShows, showsLeft, showsViewed } from '../show-feature';
import { ShowCard } from './show-card';
import styles from './show-card.module.css';

function useLiveShows() {
  const dispatch = useAppDispatch();
  const list = useAppSelector(liveShows.select);
  const isUnasked = list.status === 'idle';
  useEffect(() => {
    if (isUnasked) dispatch(liveShows.requested({}));
  }, [dispatch, isUnasked]);
  useEffect(() => {
    dispatch(showsViewed());
    return () => void dispatch(showsLeft());
  }, [dispatch]);
  return list;
}

export function ShowGrid() {
  const dispatch = useAppDispatch();
  const list = useLiveShows();
  return (
    <ListStates
      list={list}
      failedTitle="The shows did not load"
      onRetry={() => dispatch(liveShows.requested({}))}
      skeleton="card"
      skeletonCount={3}
      skeletonClass={styles.grid}
      onMore={() => dispatch(liveShows.moreRequested())}
      empty={
        <EmptyState
          icon={Radio}
          title="Nobody is live right now"
          text="When a creator goes live, the show appears here."
          action={<Button href={paths.creators}>Find creators</Button>}
        />
      }
    >
      <ul className={styles.grid}>
        {list.rows.map((show) => (
          <li key={show._id}>
            <ShowCard show={show} />
          </li>
        ))}
      </ul>
    </ListStates>
  );
}

export function AlsoLive({ exceptId, className }: { exceptId: string; className?: string }) {
  const others = useLiveShows().rows.filter(({ performerId }) => performerId !== exceptId);
  if (others.length === 0) return null;
  return (
    <section className={className}>
      <h2>Also live</h2>
      <ul className={styles.also}>
        {others.slice(0, 4).map((show) => (
          <li key={show._id}>
            <ShowCard show={show} isSmall />
          </li>
        ))}
      </ul>
    </section>
  );
}
