import { roundDollars } from '@contract/base/money';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectCheckout } from '../checkout-slice';
import { triedTopUp } from '../purchase';
import { suggestTopUps } from '../quote';
import { AmountField, useAmount } from './amount-field';
import { CardTotal, useCardTotal } from './card-total';
import { CouponField } from './coupon-field';
import { PayForm } from './pay-form';
import { PayWith, useCardChoice } from './pay-with';
import { ShortBy } from './shortfall';

/** Money into the wallet by card. @param missing what a purchase lacks, in major units. */
export function TopUpForm({ missing = 0 }: { missing?: number }) {
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const { minimumWalletPrice: min, maximumWalletPrice: max, couponsForTopUps } = useAppSelector(selectSettings);
  const { coupon, newPrice, tried } = useAppSelector(selectCheckout);
  const suggestions = suggestTopUps(missing, { min, max });
  const amount = useAmount(triedTopUp(tried) ?? suggestions[0], { min, max });
  const choice = useCardChoice();
  const priced = useCardTotal(amount.value ?? 0, 'wallet');
  const isReady = amount.value !== null && !priced.isPending;
  return (
    <PayForm
      label={amount.value === null || priced.isPending ? 'Top up' : `Top up for ${formatMoney(priced.quote.total)}`}
      choice={choice}
      warning={newPrice === undefined ? undefined : 'The total changed since you opened this. You were not charged.'}
      reason={
        amount.value === null ? undefined : `Your wallet will hold ${formatMoney(roundDollars(wallet + amount.value))}.`
      }
      purchases={
        isReady && amount.value !== null
          ? [
              {
                kind: 'topUp',
                amount: amount.value,
                cardId: choice.token,
                couponCode: coupon.applied?.code,
                total: priced.quote.total,
              },
            ]
          : []
      }
    >
      {missing > 0 && (
        <p className="ink-2">
          <ShortBy missing={missing} />
        </p>
      )}
      <AmountField label="Top up" amount={amount} bounds={{ min, max }} suggestions={suggestions} />
      {amount.value !== null && <CardTotal what="Into your wallet" priced={priced} />}
      <PayWith {...choice} />
      {/* Servers of the family take coupons here and do not say so. */}
      {couponsForTopUps !== false && <CouponField />}
    </PayForm>
  );
}
