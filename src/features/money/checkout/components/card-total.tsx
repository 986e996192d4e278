import { SumLines } from '@/components/list/sum-lines';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectCheckout, type TaxKind } from '../checkout-slice';
import { quoteOf, type Quote } from '../quote';

interface PricedByCard {
  quote: Quote;
  /** Tax is still being worked out: the total is not final. */
  isPending: boolean;
  taxRate: number;
}

/** What the card pays for something: coupon and tax included. @param price major units. */
export function useCardTotal(price: number, kind: TaxKind): PricedByCard {
  const { coupon, taxRates } = useAppSelector(selectCheckout);
  const taxRate = taxRates[kind];
  return {
    quote: quoteOf(price, { off: coupon.applied?.value, taxRate }),
    isPending: taxRate === undefined,
    taxRate: taxRate ?? 0,
  };
}

const percent = (rate: number) => `${Math.round(rate * 1000) / 10} %`;

/** The sum line by line: what, coupon, tax, total. */
export function CardTotal({ what, priced }: { what: string; priced: PricedByCard }) {
  const { applied } = useAppSelector(selectCheckout).coupon;
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
