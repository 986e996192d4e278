import dynamic from 'next/dynamic';
import { useState } from 'react';
import { roundDollars } from '@contract/base/money';
import { endOfTrial, getNextChargeDate } from '@contract/money/subscription-period';
import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { Panel } from '@/components/layout/panel';
import { LazyPart } from '@/components/states/part-failed';
import { PricePlans, type PricePlan } from '@/components/content/price-plans';
import { TickList } from '@/components/list/tick-list';
import { formatMoney } from '@/lib/format-money';
import { subscribeRequested } from '@/store/intents';
import { useAppDispatch } from '@/store/hooks';
import type { Performer } from '../performer-slice';
import { hasPlan, getPlanPhase } from '../plan-phase';

const OwnedPlan = dynamic(() => import('./owned-plan').then((module) => module.OwnedPlan), { loading: LazyPart });
const PlanStanding = dynamic(() => import('./plan-standing').then((module) => module.PlanStanding));

type Plan = 'monthly' | 'yearly' | 'free';

export const shortName = (name: string) => name.split(' ')[0] ?? name;

/** Each plan states its exact next date and price. The cheapest is last, and no expensive one is preselected. */
function planList(performer: Performer, now: Date): PricePlan[] {
  const { monthlyPrice, yearlyPrice } = performer;
  const saving = roundDollars(monthlyPrice * 12 - yearlyPrice);
  const plans: PricePlan[] = [
    {
      id: 'monthly',
      name: 'Monthly',
      price: formatMoney(monthlyPrice),
      note: (
        <>
          Renews on <Day value={getNextChargeDate('monthly', { now })} />. Cancel any time.
        </>
      ),
    },
  ];
  if (yearlyPrice > 0) {
    plans.push({
      id: 'yearly',
      name: 'Yearly',
      price: formatMoney(yearlyPrice),
      saving: saving > 0 ? `Save ${formatMoney(saving)}` : undefined,
      note: `That is ${formatMoney(roundDollars(yearlyPrice / 12))} a month, billed once a year.`,
    });
  }
  if (performer.isFreeSubscription) {
    const days = performer.durationFreeSubscriptionDays;
    plans.push({
      id: 'free',
      name: `${days} ${days === 1 ? 'day' : 'days'} free`,
      price: formatMoney(0),
      note: (
        <>
          Ends on <Day value={endOfTrial(now, days).toISOString()} isUtc />. No card needed.
        </>
      ),
    });
  }
  return plans;
}

interface SubscribePanelProps {
  performer: Performer;
  plain?: boolean;
  onChosen?: () => void;
}

export function SubscribePanel({ performer, plain, onChosen }: SubscribePanelProps) {
  const dispatch = useAppDispatch();
  const [plan, setPlan] = useState<Plan>('monthly');
  const [now] = useState(() => new Date());
  const name = shortName(performer.name);
  const content = hasPlan(performer) ? (
    <OwnedPlan performer={performer} onChosen={onChosen} />
  ) : (
    <div className="stack">
      {getPlanPhase(performer) === 'ended' && <PlanStanding performer={performer} />}
      <PricePlans
        label={`Subscribe to ${name}`}
        plans={planList(performer, now)}
        value={plan}
        onChange={(id) => setPlan(id as Plan)}
      />
      <TickList
        items={[
          'Every post for subscribers, old and new',
          ...(performer.takesMessages === false ? [] : [`Messages to ${name}`]),
          'Cancel in two taps and keep the period you paid for',
        ]}
      />
      <Button
        variant="primary"
        size="lg"
        block
        onClick={() => {
          onChosen?.();
          dispatch(subscribeRequested({ performer, subscriptionType: plan }));
        }}
      >
        {buttonLabel(performer, plan)}
      </Button>
      <p className="xs muted center">Any tax is shown on the next screen, before you pay.</p>
    </div>
  );
  if (plain) return content;
  return (
    <Panel title={hasPlan(performer) ? name : `Subscribe to ${name}`} lifted>
      {content}
    </Panel>
  );
}

function buttonLabel(performer: Performer, plan: Plan): string {
  switch (plan) {
    case 'monthly':
      return `Subscribe for ${formatMoney(performer.monthlyPrice)}`;
    case 'yearly':
      return `Subscribe for ${formatMoney(performer.yearlyPrice)}`;
    case 'free':
      return `Start ${performer.durationFreeSubscriptionDays}-day free trial`;
  }
}
