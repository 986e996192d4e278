import { roundDollars } from '@contract/base/money';
import { SumLines } from '@/components/list/sum-lines';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectCheckout } from '../checkout-slice';
import { triedTopUp, type Purchase } from '../purchase';
import { leastTopUp, suggestTopUps } from '../quote';
import { AmountField, useAmount } from './amount-field';
import { useCardTotal } from './card-total';
import { PayForm } from './pay-form';
import { PayWith, useCardChoice } from './pay-with';

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

/**
 * The wallet lacks some of the price: says how much, tops up, and finishes the same purchase. ux.md CO-2. Where the gateway asks
 * for the money on a page of its own, nobody is here any more to go on: then it is a top-up and says so.
 */
export function Shortfall({ what, price, wallet, verb, then, warning }: ShortfallProps) {
  const { minimumWalletPrice: min, maximumWalletPrice: max } = useAppSelector(selectSettings);
  const missing = roundDollars(price - wallet);
  const suggestions = suggestTopUps(missing, { min, max });
  const bounds = { min: Math.max(min, missing), max };
  const { tried } = useAppSelector(selectCheckout);
  const amount = useAmount(triedTopUp(tried) ?? suggestions[0], bounds);
  const choice = useCardChoice();
  const priced = useCardTotal(amount.value ?? 0, 'wallet');
  const after = amount.value === null ? null : roundDollars(wallet + amount.value - price);
  const { tax, total } = priced.quote;
  const isLeaving = choice.isOpen && choice.entry.way === 'none' && !choice.card;
  const end = isLeaving ? '' : ` and ${verb}`;
  const label =
    amount.value === null
      ? `Top up${end}`
      : tax > 0
        ? `Pay ${formatMoney(total)}${end}`
        : `Top up ${formatMoney(amount.value)}${end}`;
  const taxLine = tax > 0 ? `Includes ${formatMoney(tax)} tax.` : undefined;
  const isReady = amount.value !== null && !priced.isPending;
  return (
    <PayForm
      label={label}
      warning={warning}
      choice={choice}
      reason={isLeaving ? `Come back here afterwards to ${verb}.` : isReady ? taxLine : undefined}
      purchases={
        isReady && amount.value !== null
          ? [{ kind: 'topUp', amount: amount.value, cardId: choice.token, total }, ...(isLeaving ? [] : [then])]
          : []
      }
    >
      <p className="ink-2">
        <ShortBy missing={missing} />
      </p>
      <SumLines
        lines={[
          { label: 'In your wallet', amount: formatMoney(wallet) },
          { label: 'Top-up', amount: amount.value === null ? '…' : formatMoney(amount.value) },
          { label: what, amount: formatMoney(-price) },
        ]}
        total={{ label: 'Left in your wallet', amount: after === null ? '…' : formatMoney(after) }}
      />
      <AmountField label="Top up" amount={amount} bounds={bounds} suggestions={suggestions} />
      <PayWith {...choice} />
    </PayForm>
  );
}

/** How much the wallet lacks and, where no top-up is that small, which the smallest is. */
export function ShortBy({ missing }: { missing: number }) {
  const { minimumWalletPrice: min } = useAppSelector(selectSettings);
  const least = leastTopUp(missing, min);
  return (
    <>
      You’re <b>{formatMoney(missing)}</b> short.
      {least > missing && ` The smallest top-up is ${formatMoney(least)}; the rest stays in your wallet.`}
    </>
  );
}
