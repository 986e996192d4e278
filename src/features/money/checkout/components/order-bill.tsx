import { roundDollars } from '@contract/base/money';
import { SumLines } from '@/components/list/sum-lines';
import { nameQuantity, pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import type { OrderLine } from '@/store/intents';
import type { Quote } from '../quote-slice';

const MAX_LINES = 8;

export function Bill({ quote, withTax }: { quote: Quote; withTax: boolean }) {
  const { lines, goods, shipping, tax, walletTotal, cardTotal } = quote;
  const parcels = lines.filter(({ shippingPrice }) => shippingPrice > 0).length;
  return (
    <SumLines
      lines={[
        ...(lines.length <= MAX_LINES
          ? lines.map(({ name, quantity, unitPrice }) => ({
              label: nameQuantity(quantity, name),
              amount: formatMoney(roundDollars(unitPrice * quantity)),
            }))
          : [{ label: pluralise(lines.length, 'item'), amount: formatMoney(goods) }]),
        ...(shipping > 0
          ? [{ label: parcels > 1 ? `Shipping, ${parcels} parcels` : 'Shipping', amount: formatMoney(shipping) }]
          : []),
        ...(withTax && tax > 0 ? [{ label: 'Tax', amount: formatMoney(tax) }] : []),
      ]}
      total={{ label: 'Total today', amount: formatMoney(withTax ? cardTotal : walletTotal) }}
    />
  );
}

export function Goods({ lines }: { lines: OrderLine[] }) {
  return (
    <SumLines
      lines={lines.map(({ name, quantity, price }) => ({
        label: nameQuantity(quantity, name),
        amount: formatMoney(roundDollars(price * quantity)),
      }))}
    />
  );
}

/** Nothing is charged at a price that the payer has not seen. ux.md SH-2. @param money text that says what was charged. */
export function describeChanges(
  lines: OrderLine[],
  quote: Quote,
  { isRefused, money }: { isRefused: boolean; money: string },
): string | undefined {
  const changes = quote.lines.flatMap(({ productId, name, unitPrice }) => {
    const seen = lines.find((line) => line.productId === productId);
    if (!seen || seen.price === unitPrice) return [];
    return [`The price of ${name} changed from ${formatMoney(seen.price)} to ${formatMoney(unitPrice)}.`];
  });
  if (changes.length === 0 && isRefused) changes.push('The total changed since you opened this.');
  return changes.length > 0 ? [...changes, money].join(' ') : undefined;
}
