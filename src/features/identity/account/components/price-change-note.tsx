import { useNow, zoneAt } from '@/components/hooks/use-now';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatDay } from '@/lib/dates';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';

const DAY_MS = 86_400_000;

interface PriceChangeNoteProps {
  typed: Record<'monthly' | 'yearly', string>;
  stored: Record<'monthly' | 'yearly', string>;
}

export function PriceChangeNote({ typed, stored }: PriceChangeNoteProps) {
  const { priceChangeNoticeDays } = useAppSelector(selectSettings);
  const now = useNow();
  const changes = (['monthly', 'yearly'] as const).filter((plan) => {
    const price = Number(typed[plan]);
    return price > 0 && price !== Number(stored[plan]) && Number(stored[plan]) > 0;
  });
  if (now === null || changes.length === 0) {
    return (
      <p className="sm muted">
        New subscribers pay a new price right away. Current subscribers pay a higher one
        {priceChangeNoticeDays > 0 && ` ${priceChangeNoticeDays} days after we tell them`}, a lower one from their next
        renewal.
      </p>
    );
  }
  const until = formatDay(now + priceChangeNoticeDays * DAY_MS, { now, timeZone: zoneAt(now) });
  return (
    <div className="sm stack stack--sm" role="status">
      {changes.map((plan) => {
        const [price, before] = [Number(typed[plan]), Number(stored[plan])];
        return (
          <p key={plan}>
            <b>{names[plan]}:</b> new subscribers pay {formatMoney(price)} right away.{' '}
            {price > before
              ? `Current subscribers keep ${formatMoney(before)} for renewals before ${until}. We’ll email them when you save.`
              : `Current subscribers pay ${formatMoney(price)} from their next renewal.`}
          </p>
        );
      })}
    </div>
  );
}

const names = { monthly: 'Monthly price', yearly: 'Yearly price' };
