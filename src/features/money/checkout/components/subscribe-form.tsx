import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { roundDollars } from '@contract/base/money';
import { endOfTrial, getNextChargeDate } from '@contract/money/subscription-period';
import { Note } from '@/components/basic/note';
import { Skeleton } from '@/components/basic/skeleton';
import { Day } from '@/components/basic/times';
import { Segmented } from '@/components/form/segmented';
import { TickList } from '@/components/list/tick-list';
import { Timeline } from '@/components/list/timeline';
import { ErrorState } from '@/components/states/error-state';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectNewPrice, selectLastPurchases } from '../payment-slice';
import { performerRequested, selectPricedPerformer } from '../performer-slice';
import type { SubscriptionPlan, CheckoutIntent } from '../checkout-intent';
import { CardTotal, useCardTotal, CouponField } from './card-total';
import { OwnedNote } from './owned-note';
import { PayForm } from './pay-form';
import { PayWith } from './pay-with';

type SubscribeIntent = Extract<CheckoutIntent, { kind: 'subscribe' }>;
type Priced = Extract<SubscribeIntent['performer'], { yearlyPrice: number }>;

export function SubscribeForm({ intent }: { intent: SubscribeIntent }) {
  const dispatch = useAppDispatch();
  const { found, status } = useAppSelector(selectPricedPerformer);
  const { performer: given } = intent;
  const performer = found?._id === given._id ? found : 'yearlyPrice' in given ? given : null;
  if (performer) return <Plans performer={performer} plan={intent.plan} />;
  if (status !== 'failed') return <Skeleton count={4} />;
  return <ErrorState title="The prices did not load" onRetry={() => dispatch(performerRequested({ id: given._id }))} />;
}

function Plans({ performer, plan: wished }: { performer: Priced; plan: SubscriptionPlan }) {
  const { freeSubscriptionEnabled } = useAppSelector(selectSettings);
  const tried = useAppSelector(selectLastPurchases);
  const triedPlan = tried.find((purchase) => purchase.kind === 'subscribe')?.plan;
  const [chosen, setChosen] = useState(triedPlan ?? wished);
  if (performer.isSubscribed && isRenewing(performer.subscription)) {
    return <OwnedNote text={`You are subscribed to ${performer.name}. You were not charged.`} />;
  }
  const hasTrial = performer.isFreeSubscription && freeSubscriptionEnabled && !performer.isSubscribed;
  const hasYear = performer.yearlyPrice > 0;
  const options: { value: SubscriptionPlan; label: string }[] = [
    { value: 'monthly', label: 'Monthly' },
    ...(hasYear ? [{ value: 'yearly' as const, label: 'Yearly' }] : []),
    ...(hasTrial ? [{ value: 'free' as const, label: 'Try free' }] : []),
  ];
  const plan = options.some(({ value }) => value === chosen) ? chosen : 'monthly';
  return (
    <div className="stack stack--lg">
      {options.length > 1 && <Segmented label="Plan" options={options} value={plan} onChange={setChosen} />}
      {plan === 'free' ? <Trial performer={performer} /> : <Paid performer={performer} plan={plan} />}
    </div>
  );
}

function Paid({ performer, plan }: { performer: Priced; plan: 'monthly' | 'yearly' }) {
  const newPrice = useAppSelector(selectNewPrice);
  const takesCoupons = useAppSelector(selectHasExtension('subscriptionCoupons'));
  const [now] = useState(() => new Date());
  const isYear = plan === 'yearly';
  const current = performer.subscription;
  const runsUntil = current && Date.parse(current.expiredAt) > now.getTime() ? current.expiredAt : null;
  const priced = useCardTotal(isYear ? performer.yearlyPrice : performer.monthlyPrice, 'subscription');
  const { choice, payment, later } = priced;
  const saving = isYear ? roundDollars(performer.monthlyPrice * 12 - performer.yearlyPrice) : 0;
  const { _id: performerId, name } = performer;
  return (
    <PayForm
      label={payment ? `Subscribe for ${formatMoney(payment.total)}` : 'Subscribe'}
      choice={choice}
      warning={newPrice === undefined ? undefined : 'The price changed since you opened this. You were not charged.'}
      purchases={payment ? [{ kind: 'subscribe', performerId, name, plan, ...payment }] : []}
    >
      <CardTotal what={isYear ? 'One year' : 'One month'} priced={priced} />
      {saving > 0 && (
        <p className="sm ink-2">
          You save <b>{formatMoney(saving)}</b> compared with paying monthly.
        </p>
      )}
      <PayWith {...choice} />
      <Note icon={RefreshCw}>
        {runsUntil && (
          <>
            Added to what you have until <Day value={runsUntil} isUtc />.{' '}
          </>
        )}
        <RenewsOn date={getNextChargeDate(plan, { now, current })} later={later} /> Cancel in two taps before then and
        you keep the {isYear ? 'year' : 'month'}.
      </Note>
      {takesCoupons && <CouponField />}
    </PayForm>
  );
}

const RenewsOn = ({ date, later }: { date: string; later: string }) => (
  <>
    Renews on{' '}
    <b>
      <Day value={date} /> for {later}
    </b>
    .
  </>
);

function Trial({ performer }: { performer: Priced }) {
  const days = performer.durationFreeSubscriptionDays;
  const [now] = useState(() => new Date());
  return (
    <PayForm
      label={`Start ${days}-day free trial`}
      purchases={[{ kind: 'trial', performerId: performer._id, name: performer.name, days }]}
    >
      <Timeline
        steps={[
          { title: 'Today', note: 'Everything for subscribers opens', amount: formatMoney(0) },
          {
            title: <Day value={endOfTrial(now, days).toISOString()} isUtc />,
            note: 'Ends automatically. No card needed, nothing charged.',
            ahead: true,
          },
        ]}
      />
    </PayForm>
  );
}

/** The site's own subscription, which unlocks posts that creators mark as free. Decisions 1. */
export function PlatformForm() {
  const { monthlySubscriptionPrice, siteName } = useAppSelector(selectSettings);
  const newPrice = useAppSelector(selectNewPrice);
  const [now] = useState(() => new Date());
  const priced = useCardTotal(monthlySubscriptionPrice, 'subscription');
  const { choice, payment, later } = priced;
  return (
    <PayForm
      label={payment ? `Subscribe for ${formatMoney(payment.total)}` : 'Subscribe'}
      warning={newPrice === undefined ? undefined : 'The total changed since you opened this. You were not charged.'}
      choice={choice}
      purchases={payment ? [{ kind: 'platform', ...payment }] : []}
    >
      <TickList
        items={[
          `Everything creators on ${siteName} post for site members`,
          'Your subscriptions to individual creators stay as they are',
          'Cancel in two taps and keep the month you paid for',
        ]}
      />
      <CardTotal what="One month" priced={priced} />
      <PayWith {...choice} />
      <Note icon={RefreshCw}>
        <RenewsOn date={getNextChargeDate('monthly', { now })} later={later} />
      </Note>
      <CouponField />
    </PayForm>
  );
}

/** Trials and canceled subscriptions can be paid. A backend may say "subscribed" without sending the subscription. */
function isRenewing(subscription: Priced['subscription']): boolean {
  if (!subscription) return true;
  return subscription.subscriptionType !== 'free' && subscription.status !== 'deactivated';
}
