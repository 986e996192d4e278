import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { roundDollars } from '@contract/base/money';
import { renewalDate } from '@contract/money/subscription-period';
import { Day } from '@/components/basic/times';
import { Note } from '@/components/basic/note';
import { TickList } from '@/components/list/tick-list';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectCheckout } from '../checkout-slice';
import { CardTotal, useCardTotal } from './card-total';
import { CouponField } from './coupon-field';
import { PayForm } from './pay-form';
import { PayWith, useCardChoice } from './pay-with';

/** The site's own subscription, which opens what creators mark free. Decisions 1. */
export function PlatformForm() {
  const { monthlySubscriptionPrice: price, siteName } = useAppSelector(selectSettings);
  const { coupon, newPrice } = useAppSelector(selectCheckout);
  const choice = useCardChoice();
  const [now] = useState(() => new Date());
  const priced = useCardTotal(price, 'subscription');
  const later = formatMoney(roundDollars(price * (1 + priced.taxRate)));
  return (
    <PayForm
      label={priced.isPending ? 'Subscribe' : `Subscribe for ${formatMoney(priced.quote.total)}`}
      warning={newPrice === undefined ? undefined : 'The total changed since you opened this. You were not charged.'}
      choice={choice}
      purchases={
        priced.isPending
          ? []
          : [
              {
                kind: 'platform',
                cardId: choice.token,
                couponCode: coupon.applied?.code,
                total: priced.quote.total,
              },
            ]
      }
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
        Renews on{' '}
        <b>
          <Day value={renewalDate('monthly', { now })} /> for {priced.isPending ? '…' : later}
        </b>
        .
      </Note>
      <CouponField />
    </PayForm>
  );
}
