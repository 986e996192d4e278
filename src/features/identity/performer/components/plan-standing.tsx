import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import type { SubscriptionPhase } from '@/lib/subscription-phase';
import { subscribeRequested } from '@/store/intents';
import { useAppDispatch } from '@/store/hooks';
import type { Performer } from '../performer-slice';
import { getPlanPhase } from '../plan-phase';

export function PlanStanding({ performer }: { performer: Performer }) {
  const phase = getPlanPhase(performer);
  if (phase === null) return null;
  return (
    <div>
      <p className="strong">{titles[phase]}</p>
      {performer.subscription && (
        <p className="sm ink-2">
          <Facts performer={performer} phase={phase} subscription={performer.subscription} />
        </p>
      )}
    </div>
  );
}

const titles: Record<SubscriptionPhase, string> = {
  renewing: 'You are subscribed',
  late: 'Payment failed',
  ending: 'You are subscribed',
  ended: 'Your subscription has ended',
};

interface FactsProps {
  performer: Performer;
  phase: SubscriptionPhase;
  subscription: NonNullable<Performer['subscription']>;
}

function Facts({ performer, phase, subscription }: FactsProps) {
  const { expiredAt, nextRecurringDate, price } = subscription;
  const end = <Day value={expiredAt} isUtc />;
  switch (phase) {
    case 'renewing':
      // A subscription given for free does not renew.
      if (nextRecurringDate === null) return <>You keep access until {end}.</>;
      return (
        <>
          Renews on <Day value={nextRecurringDate ?? expiredAt} /> for {formatMoney(price ?? performer.monthlyPrice)}{' '}
          plus any tax.
        </>
      );
    case 'late':
      return (
        <>
          {nextRecurringDate && (
            <>
              We’ll try again on <Day value={nextRecurringDate} />.{' '}
            </>
          )}
          {performer.isSubscribed ? <>You keep access until {end}.</> : 'Locked until it’s paid.'}
        </>
      );
    case 'ending':
      return <>You keep access until {end}.</>;
    case 'ended':
      return <>It ended on {end}.</>;
  }
}

/** A trial is continued by subscribing on this page. */
export function PlanAction({
  performer,
  block,
  onChosen,
}: {
  performer: Performer;
  block?: boolean;
  onChosen?: () => void;
}) {
  const dispatch = useAppDispatch();
  const isEnding = getPlanPhase(performer) === 'ending';
  if (performer.subscription?.subscriptionType === 'free') {
    const subscribe = () => {
      onChosen?.();
      dispatch(subscribeRequested({ performer }));
    };
    return (
      <Button block={block} onClick={subscribe}>
        Keep subscribing
      </Button>
    );
  }
  return (
    <Button href={`${paths.user.subscriptions}?show=${isEnding ? 'ending' : 'active'}`} block={block}>
      {isEnding ? 'Renew' : 'Manage'}
    </Button>
  );
}
