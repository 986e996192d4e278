import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import type { SpendingLimit } from '@/lib/spending-limit';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectSubscriptions, subscriptionsRequested, type SavedCard } from '../subscription-feature';
import {
  FILTER_BY_PHASE,
  useSubscriptionViews,
  type SubscriptionFilter,
  type SubscriptionView,
} from '../subscription-view';
import { CancelSheet, ChangeCardSheet } from './subscription-sheets';
import { SubscriptionRow } from './subscription-row';
import styles from './subscription.module.css';

const emptyWords: Record<SubscriptionFilter, { title: string; text: string }> = {
  active: {
    title: 'No active subscriptions',
    text: 'Subscribe to a creator to see when it renews and for how much.',
  },
  ending: {
    title: 'Nothing is ending',
    text: 'Subscriptions you cancel stay open until they end, and show here until then.',
  },
  ended: { title: 'Nothing has ended', text: 'Past subscriptions show here, so you can subscribe again.' },
};

interface SubscriptionListProps {
  filter: SubscriptionFilter;
  cards: readonly SavedCard[];
  limit: SpendingLimit | null;
  onAddCard?: () => void;
}

export function SubscriptionList({ filter, cards, limit, onAddCard }: SubscriptionListProps) {
  const dispatch = useAppDispatch();
  const { list, status, error } = useAppSelector(selectSubscriptions);
  const views = useSubscriptionViews();
  const [asked, setAsked] = useState<{ about: 'cancel' | 'card'; view: SubscriptionView } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  // If a reload fails, the loaded rows stay, and a sheet that is open over them.
  if (status === 'failed' && list.length === 0) {
    return (
      <ErrorState
        title="Your subscriptions did not load"
        text={error?.message}
        onRetry={() => dispatch(subscriptionsRequested())}
      />
    );
  }
  if (status !== 'ready' && list.length === 0) return <Skeleton kind="person" count={3} />;
  const openSheet = (about: 'cancel' | 'card') => (view: SubscriptionView) => {
    setAsked({ about, view });
    setIsAsking(true);
  };
  const close = () => setIsAsking(false);
  const isOpen = (about: 'cancel' | 'card') => isAsking && asked?.about === about;
  const isSomeEnding = views.some(({ phase }) => FILTER_BY_PHASE[phase] === 'ending');
  const shown = views.filter(({ phase }) => FILTER_BY_PHASE[phase] === filter);
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState
          icon={UserRoundPlus}
          {...emptyWords[filter]}
          {...(filter === 'active' &&
            isSomeEnding && { text: 'Trials and what you cancelled stay open until they end.' })}
          action={
            filter === 'active' ? (
              isSomeEnding ? (
                <Button href={`${paths.user.subscriptions}?show=ending`}>See what is ending</Button>
              ) : (
                <Button href={paths.creators}>Find creators</Button>
              )
            ) : undefined
          }
        />
      ) : (
        <ul className={styles.list}>
          {shown.map((view) => (
            <SubscriptionRow
              key={view.ref.id}
              view={view}
              limit={limit}
              onCancel={openSheet('cancel')}
              onChangeCard={openSheet('card')}
            />
          ))}
        </ul>
      )}
      <CancelSheet view={asked?.view ?? null} open={isOpen('cancel')} onClose={close} />
      <ChangeCardSheet
        view={asked?.view ?? null}
        open={isOpen('card')}
        onClose={close}
        cards={cards}
        onAddCard={onAddCard}
      />
    </>
  );
}
