import { Bookmark } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { CreatorCard } from '@/components/people/creator-card';
import { EmptyState } from '@/components/states/empty-state';
import { ListStates } from '@/components/list/list-states';
import { paths } from '@/config/paths';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { savedCreators } from '../reaction-feature';

/** Creators the viewer has saved, in all the states of a list. */
export function SavedCreators() {
  const dispatch = useAppDispatch();
  const list = useAppSelector(savedCreators.select);
  return (
    <ListStates
      list={list}
      failedTitle="Your creators did not load"
      onRetry={() => dispatch(savedCreators.requested({}))}
      onMore={() => dispatch(savedCreators.moreRequested())}
      skeleton="card"
      skeletonCount={4}
      empty={
        <EmptyState
          icon={Bookmark}
          title="No creators saved"
          text="Press “Save” on a creator’s page to keep them here."
          action={<Button href={paths.creators}>Find creators</Button>}
        />
      }
    >
      <div className="grid-creators">
        {list.rows.map((creator) => (
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
    </ListStates>
  );
}
