import { useEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { useNow, zoneAt } from '@/components/hooks/use-now';
import { pluralise } from '@/lib/format-count';
import styles from './hold.module.css';

const MINUTE_MS = 60_000;
const HOLD_MS = 10 * MINUTE_MS;

interface HoldProps {
  until: string;
  isBusy: boolean;
  onRenew(): void;
}

/** How long the stock is reserved. The buyer can try to pay even after that. ux.md SH-3 */
export function Hold({ until, isBusy, onRenew }: HoldProps) {
  const now = useNow();
  const left = useTimeLeft(until);
  const share = Math.max(0, Math.min(1, left / HOLD_MS));
  const minutes = Math.ceil(left / MINUTE_MS);
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zoneAt(now) });
  return (
    <div className={styles.hold} role="timer">
      <svg viewBox="0 0 36 45" aria-hidden="true">
        <ellipse className={styles.all} cx="18" cy="22.5" rx="15.5" ry="20" />
        {share > 0 && (
          <ellipse
            className={styles.left}
            cx="18"
            cy="22.5"
            rx="15.5"
            ry="20"
            pathLength={1}
            strokeDasharray={`${share} 1`}
          />
        )}
      </svg>
      <span className="grow">
        <b className="block">
          {left > 0 ? `Held for you until ${time.format(Date.parse(until))}` : 'The 10 minutes are over'}
        </b>
        <span className="muted">
          {left > 0
            ? `${pluralise(minutes, 'minute')} left. Your cart stays either way.`
            : 'Your cart is unchanged and you were not charged.'}
        </span>
      </span>
      {left <= 0 && (
        <Button size="sm" busy={isBusy} onClick={onRenew}>
          Hold for 10 more minutes
        </Button>
      )}
    </div>
  );
}

/** The end can be shown this much too late, which is harmless because the buyer can still pay. */
const TICK_MS = 10_000;

function useTimeLeft(until: string): number {
  const [moment, setMoment] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setMoment(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Date.parse(until) - moment);
}
