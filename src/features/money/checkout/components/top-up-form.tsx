import Link from 'next/link';
import { roundDollars, toAmountText } from '@contract/base/money';
import { SumLines } from '@/components/list/sum-lines';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectNewPrice, selectLastPurchases } from '../payment-slice';
import { findTopUpAmount, type Purchase } from '../purchase';
import { AmountChoice, AmountField, isBeyondTopUp, suggestTopUps, useAmount } from './amount-field';
import { CardTotal, useCardTotal, CouponField } from './card-total';
import { PayForm } from './pay-form';
import { PayWith } from './pay-with';
import { WalletTax } from './wallet-tax';

export function TopUpForm() {
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const { minimumWalletPrice: min, maximumWalletPrice: max, couponsForTopUps } = useAppSelector(selectSettings);
  const newPrice = useAppSelector(selectNewPrice);
  const tried = useAppSelector(selectLastPurchases);
  const suggestions = suggestTopUps(0, { min, max });
  const amount = useAmount(findTopUpAmount(tried) ?? suggestions[0], { min, max });
  const { value } = amount;
  const priced = useCardTotal(value, 'wallet');
  const { choice, payment } = priced;
  return (
    <PayForm
      label={payment ? `Top up for ${formatMoney(payment.total)}` : 'Top up'}
      choice={choice}
      warning={newPrice === undefined ? undefined : 'The total changed since you opened this. You were not charged.'}
      reason={value === null ? undefined : `Your wallet will hold ${formatMoney(roundDollars(wallet + value))}.`}
      purchases={payment && value !== null ? [{ kind: 'topUp', amount: value, ...payment }] : []}
    >
      <AmountField label="Top up" amount={amount} bounds={{ min, max }} suggestions={suggestions} />
      {value !== null && <CardTotal what="Into your wallet" priced={priced} />}
      <PayWith {...choice} />
      {/* Compatible backends accept coupons here but do not send the setting. */}
      {couponsForTopUps !== false && <CouponField />}
    </PayForm>
  );
}

interface ShortfallProps {
  what: string;
  price: number;
  wallet: number;
  /** Completes the label `Top up $10.00 and unlock`. */
  verb: string;
  then: Purchase | null;
  warning?: string;
  /** Major units. */
  cardTax?: number;
}

/** Tops up and pays. If the gateway has its own page, the payer leaves this one, so it only tops up and says so. ux.md CO-2. */
export function Shortfall({ what, price, wallet, verb, then, warning, cardTax = 0 }: ShortfallProps) {
  const { minimumWalletPrice: min, maximumWalletPrice: max } = useAppSelector(selectSettings);
  const missing = roundDollars(price - wallet);
  const suggestions = suggestTopUps(missing, { min, max });
  const bounds = { min: Math.max(min, missing), max };
  const tried = useAppSelector(selectLastPurchases);
  const picked = useAmount(findTopUpAmount(tried), bounds);
  const [least = null] = suggestions;
  // The chosen amount may have become too small, because the price or the balance changed.
  const amount =
    picked.value === null && least !== null ? { ...picked, text: toAmountText(least), value: least } : picked;
  const { value } = amount;
  const { choice, payment, quote } = useCardTotal(value, 'wallet');
  const isLeaving = choice.isOpen && choice.entry.way === 'none' && !choice.card;
  const end = isLeaving ? '' : ` and ${verb}`;
  const rest = value === null ? 0 : roundDollars(wallet + value - price);
  const pays = quote.tax > 0 ? `Pay ${formatMoney(quote.total)}` : `Top up ${formatMoney(value)}`;
  const taxLine = payment && quote.tax > 0 ? `Includes ${formatMoney(quote.tax)} tax.` : undefined;
  return (
    <PayForm
      label={`${value === null ? 'Top up' : pays}${end}`}
      warning={warning}
      choice={choice}
      reason={isLeaving ? `Come back here afterwards to ${verb}.` : taxLine}
      purchases={
        payment && value !== null && then
          ? [{ kind: 'topUp', amount: value, ...payment }, ...(isLeaving ? [] : [then])]
          : []
      }
    >
      <ShortBy missing={missing} />
      <SumLines
        lines={[
          { label: what, amount: formatMoney(price) },
          { label: 'From your wallet', amount: formatMoney(-wallet) },
          ...(rest > 0 ? [{ label: 'Stays in your wallet', amount: formatMoney(rest) }] : []),
          ...(quote.tax > 0 ? [{ label: 'Tax', amount: formatMoney(quote.tax) }] : []),
        ]}
        total={{ label: 'Total today', amount: payment ? formatMoney(quote.total) : '…' }}
      />
      {quote.tax === 0 && <WalletTax cardTax={cardTax} />}
      {least !== null && <AmountChoice label="Top up" amount={amount} suggestions={suggestions} />}
      <PayWith {...choice} />
    </PayForm>
  );
}

export function ShortBy({ missing, className = 'ink-2' }: { missing: number; className?: string }) {
  const { minimumWalletPrice: min, maximumWalletPrice: max } = useAppSelector(selectSettings);
  return (
    <p className={className}>
      You’re <b>{formatMoney(missing)}</b> short.
      {min > missing && ` The smallest top-up is ${formatMoney(min)}; the rest stays in your wallet.`}
      {isBeyondTopUp(missing, { min, max }) && (
        <>
          {' '}
          The largest top-up is {formatMoney(max)}, so first{' '}
          <Link className="link" href={paths.wallet}>
            top up your wallet
          </Link>{' '}
          more than once.
        </>
      )}
    </p>
  );
}
