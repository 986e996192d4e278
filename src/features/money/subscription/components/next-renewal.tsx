import Link from 'next/link';
import { useEffect } from 'react';
import { Day } from '@/components/basic/times';
import { paths } from '@/config/paths';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectSubscriptions, subscriptionsRequested } from '../subscription-feature';
import { getUpcoming, useSubscriptionViews } from '../subscription-view';
import styles from './subscription.module.css';

const look = cx('xs muted', styles.next);

/** Loaded after the page, which can be shown without it. */
export function NextRenewal() {
  const dispatch = useAppDispatch();
  const { status, asOf } = useAppSelector(selectSubscriptions);
  const { charges, monthSum } = getUpcoming(useSubscriptionViews(), asOf);
  useEffect(() => {
    if (status === 'idle') dispatch(subscriptionsRequested());
  }, [dispatch, status]);
  const [next] = charges;
  // Reserves two lines while loading, so that the content below does not move.
  if (asOf === 0)
    return (
      <p className={look} aria-hidden="true">
        {'\u00a0'}
        <br />
        {'\u00a0'}
      </p>
    );
  if (!next) return <p className={look}>Nothing renews. You’re only charged when you press a button.</p>;
  return (
    <p className={look}>
      Next: {next.name}, <Day value={next.date} />
      {next.price !== null && `, ${formatMoney(next.price)}`}
      <br />
      <Link className="link" href={paths.user.subscriptions}>
        {monthSum === null ? 'See your subscriptions' : `${formatMoney(monthSum)} in the coming month`}
      </Link>
    </p>
  );
}
