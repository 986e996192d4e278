import { Button } from '@/components/basic/button';
import { SumLines } from '@/components/list/sum-lines';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { formatMoney } from '@/lib/format-money';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { seatDismissed } from '../seat-slice';
import type { Seat } from '../seat-state';
import styles from './seat.module.css';

interface SeatEndProps {
  seat: Seat;
  name: string;
}

export function SeatEnd({ seat, name }: SeatEndProps) {
  const dispatch = useAppDispatch();
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const { minutes, price, cost, isMetered, state, type } = seat;
  const hasRun = state === 'ended';
  return (
    <section className={styles.bar} aria-label={type === 'private' ? 'Private show' : 'Group show'}>
      <p className="strong" role="status">
        {getEndText(seat, name)}
      </p>
      {hasRun && isMetered && (
        <SumLines
          lines={[
            { label: `${pluralise(minutes, 'minute')} at ${formatMoney(price)}`, amount: formatMoney(cost) },
            { label: 'In your wallet now', amount: formatMoney(wallet) },
          ]}
        />
      )}
      {!hasRun && <p className="sm muted">You were not charged.</p>}
      <div className="row row--end">
        <Button size="sm" onClick={() => dispatch(seatDismissed())}>
          Done
        </Button>
      </div>
    </section>
  );
}

function getEndText({ state, endedBy, type, minutes, isMetered }: Seat, name: string): string {
  const show = type === 'private' ? 'private show' : 'group show';
  switch (state) {
    case 'declined':
      return `${name} can’t do a private show right now`;
    case 'withdrawn':
      return 'You withdrew your request';
    case 'expired':
      return `${name} didn’t answer in time`;
    default:
      break;
  }
  switch (endedBy) {
    case 'wallet':
      if (isMetered && minutes === 0) return `The ${show} did not begin: your wallet had no money for the first minute`;
      return `The ${show} ended: your wallet had no money for the next minute`;
    case 'limit':
      return `The ${show} ended: you reached your spending limit`;
    case 'hostGone':
      return `The ${show} ended: ${name} lost the connection`;
    case 'host':
      return `${name} ended the ${show}`;
    case 'operator':
      return `The site ended the ${show}`;
    case 'access':
      return `The ${show} ended: you can’t watch ${name}’s shows any more`;
    default:
      return `The ${show} has ended`;
  }
}
