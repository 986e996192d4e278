import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { roundDollars } from '@contract/base/money';
import { endOfTrial, renewalDate } from '@contract/money/subscription-period';
import { Day } from '@/components/basic/times';
import { ErrorState } from '@/components/states/error-state';
import { Note } from '@/components/basic/note';
import { Segmented } from '@/components/form/segmented';
import { Skeleton } from '@/components/basic/skeleton';
import { Timeline } from '@/components/list/timeline';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { selectCan } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { performerRequested, selectCheckout } from '../checkout-slice';
import type { SubscriptionPlan, CheckoutIntent } from '../intent-slice';
import { CardTotal, useCardTotal } from './card-total';
import { CouponField } from './coupon-field';
import { OwnedNote } from './owned-note';
import { PayForm } from './pay-form';
import { PayWith, useCardChoice } from './pay-with';
import { isRenewing } from '../is-renewing';
import styles from './checkout.module.css';

type SubscribeIntent = Extract<CheckoutIntent, { kind: 'subscribe' }>;
type Priced = Extract<SubscribeIntent['performer'], { yearlyPrice: number }>;

/** A subscription to a creator: plan, total, card, and when it renews for how much. */
export function SubscribeForm({ intent }: { intent: SubscribeIntent }) {
  const dispatch = useAppDispatch();
  const { found, status } = useAppSelector(selectCheckout).performer;
  const { performer: given } = intent;
  const performer = found?._id === given._id ? found : 'yearlyPrice' in given ? given : null;
  if (performer) return <Plans performer={performer} plan={intent.plan} />;
  if (status !== 'failed') return <Skeleton count={4} />;
  return <ErrorState title="The prices did not load" onRetry={() => dispatch(performerRequested({ id: given._id }))} />;
}

function Plans({ performer, plan: wished }: { performer: Priced; plan: SubscriptionPlan }) {
  const { freeSubscriptionEnabled } = useAppSelector(selectSettings);
  const { tried } = useAppSelector(selectCheckout);
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
    <div className={styles.parts}>
      {options.length > 1 && <Segmented label="Plan" options={options} value={plan} onChange={setChosen} />}
      {plan === 'free' ? <Trial performer={performer} /> : <Paid performer={performer} plan={plan} />}
    </div>
  );
}

function Paid({ performer, plan }: { performer: Priced; plan: 'monthly' | 'yearly' }) {
  const { coupon, newPrice } = useAppSelector(selectCheckout);
  const takesCoupons = useAppSelector(selectCan('subscriptionCoupons'));
  const choice = useCardChoice();
  const [now] = useState(() => new Date());
  const isYear = plan === 'yearly';
  const current = performer.subscription;
  const runsUntil = current && Date.parse(current.expiredAt) > now.getTime() ? current.expiredAt : null;
  const price = isYear ? performer.yearlyPrice : performer.monthlyPrice;
  const priced = useCardTotal(price, 'subscription');
  // A coupon takes off the first payment only, so what comes later is worked out without it.
  const later = formatMoney(roundDollars(price * (1 + priced.taxRate)));
  const total = formatMoney(priced.quote.total);
  const saving = isYear ? roundDollars(performer.monthlyPrice * 12 - performer.yearlyPrice) : 0;
  return (
    <PayForm
      label={priced.isPending ? 'Subscribe' : `Subscribe for ${total}`}
      choice={choice}
      warning={newPrice === undefined ? undefined : 'The price changed since you opened this. You were not charged.'}
      purchases={
        priced.isPending
          ? []
          : [
              {
                kind: 'subscribe',
                performerId: performer._id,
                name: performer.name,
                plan,
                cardId: choice.token,
                couponCode: coupon.applied?.code,
                total: priced.quote.total,
              },
            ]
      }
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
            Added to what you have until <Day value={runsUntil} />.{' '}
          </>
        )}
        Renews on{' '}
        <b>
          <Day value={renewalDate(plan, { now, current })} /> for {priced.isPending ? '…' : later}
        </b>
        . Cancel in two taps before then and you keep the {isYear ? 'year' : 'month'}.
      </Note>
      {takesCoupons && <CouponField />}
    </PayForm>
  );
}

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
            title: <Day value={endOfTrial(now, days).toISOString()} />,
            note: 'Ends automatically. No card needed, nothing charged.',
            ahead: true,
          },
        ]}
      />
    </PayForm>
  );
}
