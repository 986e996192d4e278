import { Button } from '@/components/button';
import { Day } from '@/components/day';
import { PersonRow } from '@/components/person-row';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import { subscribeWanted } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  resumeRequested,
  selectSubscriptions,
  type Subscription,
  type Leaving,
  type SubscriptionRef,
} from '../subscription-slice';
import type { SubscriptionPhase } from '../subscription-state';
import { PhaseBadge } from './phase-badge';
import styles from './subscription.module.css';

const planNames = { monthly: 'Monthly', yearly: 'Yearly', free: 'Free trial', system: 'Given by the site' };

interface SubscriptionRowProps {
  subscription: Subscription;
  phase: SubscriptionPhase;
  /** The card that pays: `Visa ending 4242`. */
  renewCard?: string;
  onCancel: (leaving: Leaving) => void;
}

/** One subscription to a creator: price, next date, state, and what can be done. */
export function SubscriptionRow({ subscription, phase, renewCard, onCancel }: SubscriptionRowProps) {
  const dispatch = useAppDispatch();
  const { busyId } = useAppSelector(selectSubscriptions);
  const { _id, performerId, performerInfo, subscriptionType, paymentGateway, expiredAt } = subscription;
  const name = performerInfo?.name ?? 'A creator who left';
  const ref: SubscriptionRef = { id: _id, performerId, gateway: paymentGateway, until: expiredAt };
  const isBusy = busyId === _id;
  const isTrial = subscriptionType === 'free';
  return (
    <li className={styles.row}>
      <PersonRow
        name={name}
        href={performerInfo ? paths.profile(performerInfo.username || performerId) : undefined}
        avatar={performerInfo?.avatar}
        verified={performerInfo?.verifiedAccount}
        meta={planText(subscription)}
      />
      <div className={styles.facts}>
        <PhaseBadge phase={phase} />
        <span className="sm ink-2">
          <When subscription={subscription} phase={phase} renewCard={renewCard} />
        </span>
      </div>
      <div className={styles.actions}>
        {phase === 'late' && (
          <Button size="sm" href={paths.user.cards}>
            Change card
          </Button>
        )}
        {(phase === 'renewing' || phase === 'late') && (
          <Button size="sm" variant="ghost" busy={isBusy} onClick={() => onCancel({ name, ref })}>
            Cancel
          </Button>
        )}
        {phase === 'ending' && !isTrial && (
          <Button size="sm" busy={isBusy} busyLabel="Resuming" onClick={() => dispatch(resumeRequested(ref))}>
            Resume
          </Button>
        )}
        {performerInfo && (phase === 'ended' || (phase === 'ending' && isTrial)) && (
          <Button size="sm" onClick={() => dispatch(subscribeWanted({ performer: wishFor(performerInfo) }))}>
            {phase === 'ended' ? 'Subscribe again' : 'Subscribe'}
          </Button>
        )}
      </div>
    </li>
  );
}

const wishFor = ({ _id, name, username, avatar }: NonNullable<Subscription['performerInfo']>) => ({
  _id,
  name,
  username,
  avatar,
});

function planText({ subscriptionType, price }: Subscription): string {
  const plan = planNames[subscriptionType];
  return price && subscriptionType !== 'free' ? `${plan}, ${formatMoney(price)}` : plan;
}

interface WhenProps {
  subscription: Subscription;
  phase: SubscriptionPhase;
  renewCard?: string;
}

/** When it renews, ends or ended, and for how much. */
function When({ subscription: { nextRecurringDate, expiredAt, price }, phase, renewCard }: WhenProps) {
  const end = <Day value={expiredAt} />;
  switch (phase) {
    case 'renewing':
      if (!nextRecurringDate) return <>Open until {end}</>;
      return (
        <>
          Renews on <Day value={nextRecurringDate} />
          {price ? ` for ${formatMoney(price)}, tax not counted` : ''}
          {renewCard && `, from ${renewCard}`}
        </>
      );
    case 'late':
      return <>We could not charge the card and try again for some days.</>;
    case 'ending':
      return <>Open until {end}. Nothing more is charged.</>;
    case 'ended':
      return <>Ended on {end}</>;
  }
}
