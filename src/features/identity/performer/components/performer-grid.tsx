import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { CreatorCard } from '@/components/people/creator-card';
import { EmptyState } from '@/components/states/empty-state';
import { ListStates } from '@/components/list/list-states';
import { paths } from '@/config/paths';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { listRequested, selectCards, selectList, type CardSource, type PerformerCard } from '../performer-slice';

export function cardProps(card: PerformerCard) {
  return {
    href: paths.profile(card.username || card._id),
    name: card.name,
    avatar: card.avatar,
    cover: card.cover,
    craft: card.headline,
    monthlyPrice: card.monthlyPrice,
    trialDays: card.isFreeSubscription ? card.durationFreeSubscriptionDays : undefined,
    verified: card.verifiedAccount,
    online: Boolean(card.isOnline),
    live: Boolean(card.live),
  };
}

interface PerformerGridProps {
  listKey: string;
  source?: CardSource;
  endless?: boolean;
  most?: number;
  except?: string;
  empty?: ReactNode;
  eager?: number;
}

export function PerformerGrid({ listKey, source, endless, most, except, empty, eager = 0 }: PerformerGridProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectList(listKey));
  const cards = useAppSelector(selectCards);
  const ids = list?.ids.filter((id) => id !== except).slice(0, most) ?? [];
  return (
    <ListStates
      list={
        list && {
          rows: ids,
          // If a list without further pages fails to reload, it stays on screen.
          status: endless || ids.length === 0 ? list.status : 'ready',
          error: null,
          isEnd: list.ids.length >= list.total,
        }
      }
      failedTitle="The creators did not load"
      onRetry={() => dispatch(listRequested({ key: listKey, source, query: list?.query }))}
      onMore={endless ? () => dispatch(listRequested({ key: listKey, source, more: true })) : undefined}
      skeleton="card"
      skeletonCount={8}
      empty={
        empty ?? (
          <EmptyState
            icon={SearchX}
            title="No creators match"
            text="Remove a filter, or see all creators."
            action={<Button href={paths.creators}>Show all creators</Button>}
          />
        )
      }
    >
      <div className="grid-creators">
        {ids.map((id, index) => {
          const card = cards[id];
          return card && <CreatorCard key={id} {...cardProps(card)} eager={index < eager} />;
        })}
      </div>
    </ListStates>
  );
}
