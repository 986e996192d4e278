import { Bookmark } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { CreatorCard } from '@/components/people/creator-card';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { InfiniteEnd } from '@/components/list/infinite-end';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { savedCreatorsRequested, selectSavedCreators } from '../reaction-slice';

/** Creators the viewer has saved, in all the states of a list. */
export function SavedCreators() {
  const dispatch = useAppDispatch();
  const { list, status, isEnd } = useAppSelector(selectSavedCreators);
  if (list.length === 0 && status === 'failed') {
    return <ErrorState title="Your creators did not load" onRetry={() => dispatch(savedCreatorsRequested({}))} />;
  }
  if (list.length === 0 && status !== 'ready') return <Skeleton kind="card" count={4} />;
  if (list.length === 0) {
    return (
      <EmptyState
        icon={Bookmark}
        title="No creators saved"
        text="Press “Save” on a creator’s page to keep them here."
        action={<Button href={paths.creators}>Find creators</Button>}
      />
    );
  }
  const end = status === 'pending' ? 'loading' : isEnd ? 'end' : 'more';
  return (
    <>
      <div className="grid-creators">
        {list.map((creator) => (
          <CreatorCard
            key={creator._id}
            href={paths.profile(creator.username || creator._id)}
            name={creator.name}
            avatar={creator.avatar}
            cover={creator.cover}
            craft={creator.headline}
            monthlyPrice={creator.monthlyPrice}
            trialDays={creator.isFreeSubscription ? creator.durationFreeSubscriptionDays : undefined}
            verified={creator.verifiedAccount}
            online={Boolean(creator.isOnline)}
            live={Boolean(creator.live)}
          />
        ))}
      </div>
      <InfiniteEnd
        state={status === 'failed' ? 'failed' : end}
        onMore={() => dispatch(savedCreatorsRequested({ more: true }))}
        skeleton="card"
        endText="You’ve reached the end"
      />
    </>
  );
}
