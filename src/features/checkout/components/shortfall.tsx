import { roundDollars } from '@contract/money';
import { Meter } from '@/components/meter';
import { SumLines } from '@/components/sum-lines';
import { selectSettings } from '@/features/settings/settings-slice';
import { toPercent } from '@/lib/percent';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import type { Purchase } from '../purchase';
import { suggestTopUps } from '../quote';
import { AmountField, useAmount } from './amount-field';
import { useCardTotal } from './card-total';
import { PayFooter } from './pay-footer';
import { PayWith, useCardChoice } from './pay-with';
import styles from './checkout.module.css';

interface ShortfallProps {
  /** What is bought, as a line: `Unlock once, yours to keep`. */
  what: string;
  price: number;
  wallet: number;
  /** What happens after the top-up, as in `Top up $10.00 and unlock`. */
  verb: string;
  /** The purchase that goes on once the money is there. */
  then: Purchase;
  warning?: string;
}

/** The wallet lacks some of the price: says how much, tops up, and finishes the same purchase. ux.md CO-2. */
export function Shortfall({ what, price, wallet, verb, then, warning }: ShortfallProps) {
  const { minimumWalletPrice: min, maximumWalletPrice: max } = useAppSelector(selectSettings);
  const missing = roundDollars(price - wallet);
  const suggestions = suggestTopUps(missing, { min, max });
  const bounds = { min: Math.max(min, missing), max };
  const amount = useAmount(suggestions[0], bounds);
  const choice = useCardChoice();
  const priced = useCardTotal(amount.value ?? 0, 'wallet');
  const { card } = choice;
  const percent = Math.floor(toPercent(wallet / price));
  const after = amount.value === null ? null : roundDollars(wallet + amount.value - price);
  const isReady = amount.value !== null && card !== undefined && !choice.isAdding && !priced.isPending;
  return (
    <div className={styles.parts}>
      <SumLines
        lines={[
          { label: what, amount: formatMoney(price) },
          { label: 'In your wallet', amount: formatMoney(wallet) },
        ]}
        total={{ label: 'Missing', amount: formatMoney(missing) }}
      />
      <Meter label={`You have ${percent} percent of the price`} percent={percent} />
      <AmountField label="Top up" amount={amount} bounds={bounds} suggestions={suggestions} />
      <PayWith {...choice} />
      {isReady && (
        <p className="sm ink-2">
          {priced.quote.tax > 0 &&
            `The card pays ${formatMoney(priced.quote.total)}, with ${formatMoney(priced.quote.tax)} tax. `}
          {after !== null && `After this your wallet holds ${formatMoney(after)}.`}
        </p>
      )}
      <PayFooter
        label={
          priced.quote.tax > 0
            ? `Pay ${formatMoney(priced.quote.total)} and ${verb}`
            : `Top up ${formatMoney(amount.value ?? 0)} and ${verb}`
        }
        warning={warning}
        reason={choice.isAdding ? 'Save a card first.' : undefined}
        purchases={
          isReady && amount.value !== null && card
            ? [{ kind: 'topUp', amount: amount.value, cardId: card.token, total: priced.quote.total }, then]
            : []
        }
      />
    </div>
  );
}
