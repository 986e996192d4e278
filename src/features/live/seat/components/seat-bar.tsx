import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { useSecondsSince, useSecondsUntil } from '@/components/hooks/use-seconds';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { formatMoney } from '@/lib/format-money';
import { pluralise } from '@/lib/format-count';
import { topUpRequested } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { seatLeaveRequested } from '../seat-slice';
import { selectSeatLeaving, type Seat } from '../seat-state';
import { countMinutes, SeatFigures } from './seat-figures';
import styles from './seat.module.css';

interface SeatBarProps {
  seat: Seat;
  name: string;
}

export function SeatWaiting({ seat, name }: SeatBarProps) {
  const dispatch = useAppDispatch();
  const isLeaving = useAppSelector(selectSeatLeaving) === 'pending';
  const left = useSecondsUntil(seat.answerBy);
  return (
    <section className={styles.bar} aria-label="Private show">
      <div className="row">
        <div className="grow">
          <p className="strong" role="status">
            Waiting for {name}’s answer
          </p>
          <p className="sm muted num">
            {left > 0 && `${name} has ${left} s to answer. `}Nothing is charged until the show is accepted.
          </p>
        </div>
        <Button size="sm" busy={isLeaving} onClick={() => dispatch(seatLeaveRequested())}>
          Withdraw
        </Button>
      </div>
    </section>
  );
}

export function SeatRunning({ seat, name }: SeatBarProps) {
  const dispatch = useAppDispatch();
  const isLeaving = useAppSelector(selectSeatLeaving) === 'pending';
  const end = (
    <Button variant="danger" size="sm" busy={isLeaving} onClick={() => dispatch(seatLeaveRequested())}>
      {seat.type === 'private' ? 'End' : 'Leave'}
    </Button>
  );
  return (
    <section className={styles.bar} aria-label={seat.type === 'private' ? 'Private show' : 'Group show'}>
      {seat.isMetered ? (
        <RunningCost seat={seat} end={end} />
      ) : (
        <div className="row row--between">
          <p className="strong">Private show with {name}</p>
          {end}
        </div>
      )}
    </section>
  );
}

function RunningCost({ seat, end }: { seat: Seat; end: ReactNode }) {
  const dispatch = useAppDispatch();
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const { price, minutes, cost, paidUntil, hostAwaySince } = seat;
  const left = useSecondsUntil(hostAwaySince ? null : paidUntil);
  const away = useSecondsSince(hostAwaySince);
  const more = countMinutes(wallet, price);
  const isLast = more === 0;
  const next = hostAwaySince ? 'paused' : isLast ? 'none' : `in ${left} s`;
  return (
    <>
      <SeatFigures
        figures={[
          { label: `Paid, ${minutes} min`, value: formatMoney(cost) },
          { label: 'Wallet', value: formatMoney(wallet) },
          { label: 'Next minute', value: next },
        ]}
      />
      {hostAwaySince && (
        <p className="sm num">The host lost the connection {away} s ago. You don’t pay for this time.</p>
      )}
      {isLast ? (
        <Note icon={Clock} tone="warn">
          <b>This is the last minute.</b> {formatMoney(wallet)} is left
          {!hostAwaySince && (
            <>
              , the show ends in <span className="num">{pluralise(left, 'second')}</span>
            </>
          )}
          .{' '}
          <button type="button" className="link" onClick={() => dispatch(topUpRequested())}>
            Top up
          </button>
        </Note>
      ) : (
        <div className="row row--between">
          <p className="sm muted">Enough for {pluralise(more, 'more minute')}.</p>
          {end}
        </div>
      )}
      {isLast && <div className="row row--end">{end}</div>}
    </>
  );
}
