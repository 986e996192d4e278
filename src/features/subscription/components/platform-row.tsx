import { Sparkles } from 'lucide-react';
import { Button } from '@/components/button';
import { Day } from '@/components/day';
import { Icon } from '@/components/icon';
import { selectSettings } from '@/features/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { platformSubscriptionWanted } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  resumeRequested,
  selectSubscriptions,
  type PlatformSubscription,
  type Leaving,
  type SubscriptionRef,
} from '../subscription-slice';
import type { SubscriptionPhase } from '../subscription-state';
import { PhaseBadge } from './phase-badge';
import styles from './subscription.module.css';

interface PlatformRowProps {
  platform: PlatformSubscription;
  phase: SubscriptionPhase;
  renewCard?: string;
  onCancel: (leaving: Leaving) => void;
}

/** The site's own subscription. */
export function PlatformRow({ platform, phase, renewCard, onCancel }: PlatformRowProps) {
  const dispatch = useAppDispatch();
  const { siteName, monthlySubscriptionPrice } = useAppSelector(selectSettings);
  const { busyId } = useAppSelector(selectSubscriptions);
  const id = platform.subscriptionId ?? '';
  const until = platform.expiredAt ?? '';
  const ref: SubscriptionRef = { id, performerId: null, gateway: 'stripe', until };
  const price = formatMoney(platform.price ?? monthlySubscriptionPrice);
  const isRenewing = phase === 'renewing' || phase === 'late';
  return (
    <li className={styles.row}>
      <div className={styles.site}>
        <span className={styles.mark}>
          <Icon of={Sparkles} />
        </span>
        <div>
          <p className="strong">{siteName}</p>
          <p className="xs muted">Monthly, {price}. Opens what creators mark free.</p>
        </div>
      </div>
      <div className={styles.facts}>
        <PhaseBadge phase={phase} />
        <span className="sm ink-2">
          {isRenewing ? 'Renews on ' : phase === 'ended' ? 'Ended on ' : 'Open until '}
          <Day value={isRenewing ? (platform.nextRecurringDate ?? until) : until} />
          {isRenewing && renewCard && `, from ${renewCard}`}
        </span>
      </div>
      <div className={styles.actions}>
        {isRenewing && (
          <Button size="sm" variant="ghost" busy={busyId === id} onClick={() => onCancel({ name: siteName, ref })}>
            Cancel
          </Button>
        )}
        {phase === 'ending' && (
          <Button size="sm" busy={busyId === id} busyLabel="Resuming" onClick={() => dispatch(resumeRequested(ref))}>
            Resume
          </Button>
        )}
        {phase === 'ended' && (
          <Button size="sm" onClick={() => dispatch(platformSubscriptionWanted())}>
            Subscribe again
          </Button>
        )}
      </div>
    </li>
  );
}
