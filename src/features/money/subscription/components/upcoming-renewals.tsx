import Link from 'next/link';
import { Day } from '@/components/basic/times';
import { SumLines } from '@/components/list/sum-lines';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectSubscriptions } from '../subscription-feature';
import { getUpcoming, useSubscriptionViews } from '../subscription-view';

const MAX_CHARGES = 5;

/** Lists the next renewals, at prices without tax. */
export function UpcomingRenewals() {
  const { asOf, status } = useAppSelector(selectSubscriptions);
  const { charges, monthSum } = getUpcoming(useSubscriptionViews(), asOf);
  if (status !== 'ready') return null;
  if (charges.length === 0) {
    return <p className="ink-2">Nothing renews. You’re only charged when you press a button that shows the amount.</p>;
  }
  const left = charges.length - MAX_CHARGES;
  return (
    <div className="stack stack--sm">
      <SumLines
        lines={charges.slice(0, MAX_CHARGES).map(({ name, username, date, price }) => ({
          label: (
            <>
              {username ? <Link href={paths.profile(username)}>{name}</Link> : name}, <Day value={date} />
            </>
          ),
          amount: formatMoney(price),
        }))}
        total={{ label: 'In the coming month, before tax', amount: formatMoney(monthSum) }}
      />
      {left > 0 && <p className="xs muted">And {left} more later.</p>}
    </div>
  );
}
