import { Ticket } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { cents, fromCents, getShare, toCents } from '@contract/base/money';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { useFocusOnMount } from '@/components/hooks/use-focus';
import { Input } from '@/components/form/input';
import { SumLines } from '@/components/list/sum-lines';
import { formatMoney } from '@/lib/format-money';
import { isComposing } from '@/lib/is-composing';
import { useAppSelector, useAppDispatch } from '@/store/hooks';
import { couponRemoved, couponRequested, couponTyped, selectCoupon } from '../coupon-slice';
import { selectTaxRates, type TaxKind } from '../tax-slice';
import type { CardPayment } from '../purchase';
import { useCardChoice, type CardChoice } from './pay-with';
import styles from './checkout.module.css';

interface Quote {
  original: number;
  discount: number;
  tax: number;
  /** Amount charged to the card: original − discount + tax. */
  total: number;
}

/**
 * Rounds like the server: discount and tax half up to cents, with the tax on the discounted price. The total is sent as the
 * price that the payer saw, so the server rejects a difference instead of charging it.
 * @param price in major units; `off` and `taxRate` are fractions 0..1.
 */
function getQuote(price: number, { off = 0, taxRate = 0 }: { off?: number; taxRate?: number } = {}): Quote {
  const original = toCents(price);
  const discount = getShare(original, off);
  const tax = getShare(cents(original - discount), taxRate);
  return {
    original: price,
    discount: fromCents(discount),
    tax: fromCents(tax),
    total: fromCents(cents(original - discount + tax)),
  };
}

interface CardTotalOf {
  quote: Quote;
  isPending: boolean;
  taxRate: number;
  /** Text about the price of renewals, as a running subscription has it. A coupon reduces only the first payment. */
  later: string;
  choice: CardChoice;
  payment: CardPayment | null;
}

export function useCardTotal(price: number | null, kind: TaxKind): CardTotalOf {
  const coupon = useAppSelector(selectCoupon);
  const choice = useCardChoice();
  const { [kind]: taxRate } = useAppSelector(selectTaxRates);
  const quote = getQuote(price ?? 0, { off: coupon.applied?.value, taxRate });
  const isPending = taxRate === undefined;
  return {
    quote,
    isPending,
    taxRate: taxRate ?? 0,
    later: `${formatMoney(price ?? 0)} plus any tax`,
    choice,
    payment:
      price === null || isPending
        ? null
        : { cardId: choice.token, couponCode: coupon.applied?.code, total: quote.total },
  };
}

const percent = (rate: number) => `${Math.round(rate * 1000) / 10} %`;

export function CardTotal({ what, priced }: { what: string; priced: CardTotalOf }) {
  const { applied } = useAppSelector(selectCoupon);
  const { quote, isPending, taxRate } = priced;
  return (
    <SumLines
      lines={[
        { label: what, amount: formatMoney(quote.original) },
        ...(applied ? [{ label: `Coupon, ${percent(applied.value)} off`, amount: formatMoney(-quote.discount) }] : []),
        ...(isPending ? [{ label: 'Tax', amount: '…' }] : []),
        ...(quote.tax > 0 ? [{ label: `Tax, ${percent(taxRate)}`, amount: formatMoney(quote.tax) }] : []),
      ]}
      total={{ label: 'Total today', amount: isPending ? '…' : formatMoney(quote.total) }}
    />
  );
}

export function CouponField() {
  const dispatch = useAppDispatch();
  const { applied, status } = useAppSelector(selectCoupon);
  const [isShown, setIsShown] = useState(false);
  if (applied) {
    return (
      <p className="row row--between sm">
        <span>
          Coupon <b>{applied.code}</b> is applied.
        </span>
        <Button variant="ghost" size="sm" onClick={() => dispatch(couponRemoved())}>
          Remove
        </Button>
      </p>
    );
  }
  if (!isShown && status !== 'failed') {
    return (
      <Button variant="ghost" size="sm" block icon={Ticket} onClick={() => setIsShown(true)}>
        I have a coupon
      </Button>
    );
  }
  return <CouponForm takesFocus={isShown} />;
}

function CouponForm({ takesFocus }: { takesFocus: boolean }) {
  const dispatch = useAppDispatch();
  const { status, error, typed, isByPaying } = useAppSelector(selectCoupon);
  const field = useFocusOnMount<HTMLInputElement>(takesFocus);
  const apply = () => {
    if (typed.trim() !== '') dispatch(couponRequested({ code: typed.trim() }));
  };
  // Otherwise, a field that is gone would keep the other plans from being paid.
  useEffect(() => () => void dispatch(couponTyped('')), [dispatch]);
  useEffect(() => {
    if (error && isByPaying) field.current?.focus();
  }, [error, isByPaying, field]);
  // Otherwise, Enter would submit the payment form around this field.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    apply();
  };
  return (
    <Field
      label="Coupon"
      error={error ? `${error.message}${isByPaying ? ' Remove the coupon or correct it.' : ''}` : undefined}
    >
      <span className={styles.couponRow}>
        <Input
          ref={field}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          value={typed}
          onChange={(event) => dispatch(couponTyped(event.target.value))}
          onKeyDown={handleKeyDown}
        />
        <Button busy={status === 'pending'} busyLabel="Checking" onClick={apply}>
          Apply
        </Button>
      </span>
    </Field>
  );
}
