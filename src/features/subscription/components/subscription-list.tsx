import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Day } from '@/components/day';
import { EmptyState } from '@/components/empty-state';
import { ErrorState } from '@/components/error-state';
import { Sheet } from '@/components/sheet';
import { Skeleton } from '@/components/skeleton';
import { paths } from '@/config/paths';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { cancelRequested, selectSubscriptions, subscriptionsRequested, type Leaving } from '../subscription-slice';
import { filterOf, phaseOf } from '../subscription-state';
import { PlatformRow } from './platform-row';
import { SubscriptionRow } from './subscription-row';
import styles from './subscription.module.css';

const emptyWords = {
  active: {
    title: 'No subscription renews',
    text: 'Subscribe to a creator and see here when it renews and for how much.',
  },
  ending: { title: 'Nothing is ending', text: 'What you cancel stays open until its end, and shows here until then.' },
  ended: { title: 'Nothing has ended', text: 'Past subscriptions show here, to take up again.' },
};

/** What the account subscribes to, with the two taps to cancel and the one to resume. */
export function SubscriptionList({ filter, renewCard }: { filter: 'active' | 'ending' | 'ended'; renewCard?: string }) {
  const dispatch = useAppDispatch();
  const { list, platform, asOf: now, status, error } = useAppSelector(selectSubscriptions);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  if (status === 'failed') {
    return (
      <ErrorState
        title="Your subscriptions did not load"
        text={error?.message}
        onRetry={() => dispatch(subscriptionsRequested())}
      />
    );
  }
  if (status !== 'ready' && list.length === 0) return <Skeleton kind="person" count={3} />;
  const shown = list.filter((one) => filterOf[phaseOf(one, now)] === filter);
  const shownPlatform = platform?.expiredAt && platform.status ? platform : null;
  const platformPhase = shownPlatform?.expiredAt
    ? phaseOf(
        {
          status: shownPlatform.status ?? 'created',
          subscriptionType: 'monthly',
          expiredAt: shownPlatform.expiredAt,
          isActive: shownPlatform.isSubscribed,
        },
        now,
      )
    : null;
  const ask = (wanted: Leaving) => {
    setLeaving(wanted);
    setIsAsking(true);
  };
  const hasPlatform = shownPlatform !== null && platformPhase !== null && filterOf[platformPhase] === filter;
  if (shown.length === 0 && !hasPlatform) {
    return (
      <EmptyState
        icon={UserRoundPlus}
        {...emptyWords[filter]}
        action={filter === 'active' ? <Button href={paths.creators}>Find creators</Button> : undefined}
      />
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {hasPlatform && (
          <PlatformRow platform={shownPlatform} phase={platformPhase} renewCard={renewCard} onCancel={ask} />
        )}
        {shown.map((one) => (
          <SubscriptionRow
            key={one._id}
            subscription={one}
            phase={phaseOf(one, now)}
            renewCard={renewCard}
            onCancel={ask}
          />
        ))}
      </ul>
      <Sheet
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={leaving ? `Cancel your subscription to ${leaving.name}?` : ''}
      >
        {leaving && (
          <>
            <p className="ink-2">
              Everything stays open until{' '}
              <b>
                <Day value={leaving.ref.until} />
              </b>
              . Nothing more is charged, and you can resume until then.
            </p>
            <div className="stack stack--sm">
              <Button
                variant="primary"
                size="lg"
                block
                onClick={() => {
                  setIsAsking(false);
                  dispatch(cancelRequested(leaving.ref));
                }}
              >
                Cancel subscription
              </Button>
              <Button block onClick={() => setIsAsking(false)}>
                Keep it
              </Button>
            </div>
          </>
        )}
      </Sheet>
    </>
  );
}
