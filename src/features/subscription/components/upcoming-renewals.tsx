import { roundDollars } from '@contract/money';
import { Day } from '@/components/day';
import { SumLines } from '@/components/sum-lines';
import { selectSiteName } from '@/features/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectSubscriptions } from '../subscription-slice';
import { phaseOf } from '../subscription-state';

/** Milliseconds that count as the coming month. */
const monthMs = 30 * 86_400_000;

interface Upcoming {
  name: string;
  date: string;
  price: number;
}

/** What renews next, with the sum of the coming thirty days. Prices without tax. */
export function UpcomingRenewals() {
  const { list, platform, asOf: now, status } = useAppSelector(selectSubscriptions);
  const siteName = useAppSelector(selectSiteName);
  if (status !== 'ready') return null;
  const upcoming: Upcoming[] = list.flatMap((one) =>
    phaseOf(one, now) === 'renewing' && one.nextRecurringDate && one.price
      ? [{ name: one.performerInfo?.name ?? 'A creator', date: one.nextRecurringDate, price: one.price }]
      : [],
  );
  if (platform?.isSubscribed && platform.nextRecurringDate && platform.price) {
    upcoming.push({ name: siteName, date: platform.nextRecurringDate, price: platform.price });
  }
  upcoming.sort((a, b) => a.date.localeCompare(b.date));
  if (upcoming.length === 0) {
    return <p className="ink-2">Nothing renews. You are charged only when you press a button with a sum on it.</p>;
  }
  const soon = upcoming.filter(({ date }) => Date.parse(date) <= now + monthMs);
  const sum = roundDollars(soon.reduce((total, { price }) => total + price, 0));
  return (
    <SumLines
      lines={upcoming.slice(0, 5).map(({ name, date, price }) => ({
        label: (
          <>
            {name}, <Day value={date} />
          </>
        ),
        amount: formatMoney(price),
      }))}
      total={{ label: 'In the next 30 days, before tax', amount: formatMoney(sum) }}
    />
  );
}
