import { Gauge, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Note, Problem } from '@/components/basic/note';
import { ExactTime } from '@/components/basic/times';
import { useRetryOnReconnect } from '@/components/hooks/use-retry-when-back';
import { Meter } from '@/components/list/meter';
import { Panel } from '@/components/layout/panel';
import { Skeleton } from '@/components/basic/skeleton';
import { formatMoney } from '@/lib/format-money';
import { getLimitMonth, getResetDay, nameLimit, type SpendingLimit as Limit } from '@/lib/spending-limit';
import { toPercent } from '@/lib/percent';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { limitChosen, limitRequested, selectLimitChange, selectSpendingLimit } from '../spending-feature';
import { selectHasSpendingLimit } from '../spending-support';
import { LimitSheet } from './limit-sheet';
import styles from './spending-limit.module.css';

/** ux.md WA-4 */
export function SpendingLimit() {
  const dispatch = useAppDispatch();
  const isServed = useAppSelector(selectHasSpendingLimit);
  const { value, status } = useAppSelector(selectSpendingLimit);
  const [isOpen, setIsOpen] = useState(false);
  /** Whether the last change was asked for outside of the sheet, which shows the failures of its own changes. */
  const [isKeeping, setIsKeeping] = useState(false);
  const retry = () => dispatch(limitRequested());
  useRetryOnReconnect(status === 'failed' ? retry : undefined);
  if (!isServed) return null;
  const hasLimit = value !== null && value.limit !== null;
  return (
    <div id="spending-limit">
      <Panel
        title="Spending limit"
        aside={
          value && (
            <Button
              size="sm"
              onClick={() => {
                setIsKeeping(false);
                setIsOpen(true);
              }}
            >
              {hasLimit ? 'Change limit' : 'Set a limit'}
            </Button>
          )
        }
      >
        {value ? (
          <Standing spending={value} isKeeping={isKeeping} onKeep={() => setIsKeeping(true)} />
        ) : status === 'failed' ? (
          <p className="sm ink-2">
            Your spending limit did not load.{' '}
            <button type="button" className="link" onClick={retry}>
              Try again
            </button>
          </p>
        ) : (
          <Skeleton count={2} />
        )}
      </Panel>
      {value && <LimitSheet spending={value} open={isOpen} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

interface StandingProps {
  spending: Limit;
  isKeeping: boolean;
  onKeep: () => void;
}

function Standing({ spending, ...keeping }: StandingProps) {
  const { limit, spent, waiting = 0, remaining, pending } = spending;
  const month = getLimitMonth(spending);
  if (limit === null || remaining === null) {
    return (
      <p className="sm ink-2">
        You’ve spent <b className="num">{formatMoney(spent)}</b> in {month}. Set a limit, and we’ll refuse what would
        pass it, renewals included. <Waiting sum={waiting} />
      </p>
    );
  }
  return (
    <div className="stack stack--sm">
      <p className={styles.sums}>
        <span>
          <b className="num">{formatMoney(spent)}</b>{' '}
          <span className="ink-2">
            of {formatMoney(limit)} in {month}
          </span>
        </span>
        <span className="sm ink-2 num">{formatMoney(remaining)} left</span>
      </p>
      <Meter
        label={`${formatMoney(spent)} of ${formatMoney(limit)} spent in ${month}`}
        percent={toPercent(spent / limit)}
      />
      <p className="xs muted">
        Starts over on {getResetDay(spending)} (UTC). Purchases, tips and subscriptions count, top-ups don’t.{' '}
        <Waiting sum={waiting} />
      </p>
      {pending && <Pending limit={limit} pending={pending} {...keeping} />}
    </div>
  );
}

const Waiting = ({ sum }: { sum: number }) =>
  sum > 0 && (
    <>
      <b className="num">{formatMoney(sum)}</b> more waits for your bank.
    </>
  );

interface PendingProps extends Pick<StandingProps, 'isKeeping' | 'onKeep'> {
  limit: number;
  pending: NonNullable<Limit['pending']>;
}

function Pending({ limit, pending, isKeeping, onKeep }: PendingProps) {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectLimitChange);
  const keep = () => {
    onKeep();
    dispatch(limitChosen(limit));
  };
  return (
    <>
      <Note icon={pending.limit === null ? Hourglass : Gauge} tone="accent">
        <span className={styles.pending}>
          <span>
            {pending.limit === null ? 'Your limit ends' : `Your limit becomes ${nameLimit(pending.limit)}`} on{' '}
            <ExactTime value={pending.from} />.
          </span>
          <Button size="sm" busy={status === 'pending'} onClick={keep}>
            Keep {formatMoney(limit)}
          </Button>
        </span>
      </Note>
      <Problem>{isKeeping ? error?.message : null}</Problem>
    </>
  );
}
