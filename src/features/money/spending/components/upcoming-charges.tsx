import Link from 'next/link';
import { Skeleton } from '@/components/basic/skeleton';
import { Day } from '@/components/basic/times';
import { useRetryOnReconnect } from '@/components/hooks/use-retry-when-back';
import { SumLines } from '@/components/list/sum-lines';
import { paths } from '@/config/paths';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectUpcomingCharges, upcomingRequested, type UpcomingCharges as Charges } from '../spending-feature';
import styles from './upcoming-charges.module.css';

type Charge = Charges['charges'][number];

/** The automatic charges of the next 30 days. ux.md WA-4 */
export function UpcomingCharges() {
  const dispatch = useAppDispatch();
  const { value, status } = useAppSelector(selectUpcomingCharges);
  const retry = () => dispatch(upcomingRequested());
  useRetryOnReconnect(status === 'failed' ? retry : undefined);
  if (!value) {
    if (status !== 'failed') return <Skeleton kind="line" count={3} />;
    return (
      <p className="ink-2">
        Your upcoming charges did not load.{' '}
        <button type="button" className="link" onClick={retry}>
          Try again
        </button>
      </p>
    );
  }
  const { charges, total, nextDate } = value;
  if (charges.length === 0) {
    return (
      <p className="ink-2">
        {nextDate ? (
          <>
            Your next charge is on <Day value={nextDate} />.
          </>
        ) : (
          'No charges are due in the next 30 days.'
        )}
      </p>
    );
  }
  return (
    <SumLines
      lines={charges.map((charge) => ({ label: <ChargeLabel charge={charge} />, amount: formatMoney(charge.total) }))}
      total={{ label: 'Next 30 days, tax included', amount: formatMoney(total) }}
    />
  );
}

function ChargeLabel({ charge }: { charge: Charge }) {
  const { siteName } = useAppSelector(selectSettings);
  const { kind, performerInfo, date, card, price, tax, priceBefore, isRetry } = charge;
  const name = kind === 'subscription' ? getPersonName(performerInfo, 'creator') : siteName;
  return (
    <span className={styles.label}>
      <span>
        {performerInfo ? (
          <Link className="strong" href={paths.profile(performerInfo.username || performerInfo._id)}>
            {name}
          </Link>
        ) : (
          <span className="strong">{name}</span>
        )}
        , <Day value={date} />
      </span>
      <span className="xs muted">
        {[
          kind === 'subscription' ? plans[charge.subscriptionType] : 'Site membership',
          card ? `${card.brand} ending ${card.last4Digits}` : 'No card saved',
          isRetry && 'tried again after it failed',
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {priceBefore !== null && (
        <span className="xs strong">
          New price: {formatMoney(price)} instead of {formatMoney(priceBefore)}
          {tax > 0 && ' before tax'}
        </span>
      )}
    </span>
  );
}

const plans = { monthly: 'Monthly', yearly: 'Yearly' };
