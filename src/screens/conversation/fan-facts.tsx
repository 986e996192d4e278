import { useEffect } from 'react';
import { Badge } from '@/components/basic/badge';
import { Day } from '@/components/basic/times';
import { useNow } from '@/components/hooks/use-now';
import { fanRequested, selectFan, type Fan } from '@/features/identity/fan/fan-feature';
import { getStatus, getTier } from '@/features/money/subscriber/subscriber-words';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from './fan-facts.module.css';

export function FanFacts({ userId }: { userId: string }) {
  const dispatch = useAppDispatch();
  const fan = useAppSelector(selectFan(userId));
  useEffect(() => void dispatch(fanRequested({ userId })), [dispatch, userId]);
  return fan ? (
    <dl className={styles.facts} aria-label="About this fan">
      <SubscriptionStatus fan={fan} />
      <div>
        <dt>Total paid</dt>
        <dd>{formatMoney(fan.totalSpent)}</dd>
      </div>
    </dl>
  ) : null;
}

function SubscriptionStatus({ fan: { subscription, followedAt } }: { fan: Fan }) {
  const now = useNow();
  if (!subscription) {
    return (
      <div>
        <dt>{followedAt ? 'Following since' : 'Subscription'}</dt>
        <dd>{followedAt ? <Day value={followedAt} /> : 'None'}</dd>
      </div>
    );
  }
  const { text, tone } = getStatus(subscription, now ?? Date.parse(subscription.updatedAt));
  return (
    <>
      <div>
        <dt className="sr">Subscription</dt>
        <dd>
          {getTier(subscription)} <Badge tone={tone}>{text}</Badge>
        </dd>
      </div>
      <div>
        <dt>Since</dt>
        <dd>
          <Day value={subscription.createdAt} />
        </dd>
      </div>
    </>
  );
}
