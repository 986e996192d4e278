import { roundDollars } from '@contract/money';
import { selectCurrentUser } from '@/features/session/session-slice';
import { selectSettings } from '@/features/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectCheckout } from '../checkout-slice';
import { suggestTopUps } from '../quote';
import { AmountField, useAmount } from './amount-field';
import { CardTotal, useCardTotal } from './card-total';
import { CouponField } from './coupon-field';
import { PayFooter } from './pay-footer';
import { PayWith, useCardChoice } from './pay-with';
import styles from './checkout.module.css';

/** Money into the wallet by card. @param missing what a purchase lacks, in major units. */
export function TopUpForm({ missing = 0 }: { missing?: number }) {
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const { minimumWalletPrice: min, maximumWalletPrice: max } = useAppSelector(selectSettings);
  const { coupon, newPrice } = useAppSelector(selectCheckout);
  const suggestions = suggestTopUps(missing, { min, max });
  const amount = useAmount(suggestions[0], { min, max });
  const choice = useCardChoice();
  const priced = useCardTotal(amount.value ?? 0, 'wallet');
  const { card } = choice;
  const isReady = amount.value !== null && card !== undefined && !choice.isAdding && !priced.isPending;
  return (
    <div className={styles.parts}>
      <AmountField label="Top up" amount={amount} bounds={{ min, max }} suggestions={suggestions} />
      {amount.value !== null && <CardTotal what="Into your wallet" priced={priced} />}
      <PayWith {...choice} />
      <PayFooter
        label={amount.value === null || priced.isPending ? 'Top up' : `Top up for ${formatMoney(priced.quote.total)}`}
        warning={
          newPrice === undefined
            ? undefined
            : 'The total changed since you opened this. Nothing was charged: this is the new one.'
        }
        reason={
          choice.isAdding
            ? 'Save a card first.'
            : amount.value === null
              ? undefined
              : `After this your wallet holds ${formatMoney(roundDollars(wallet + amount.value))}.`
        }
        purchases={
          isReady && amount.value !== null && card
            ? [
                {
                  kind: 'topUp',
                  amount: amount.value,
                  cardId: card.token,
                  couponCode: coupon.applied?.code,
                  total: priced.quote.total,
                },
              ]
            : []
        }
      />
      <CouponField />
    </div>
  );
}
