import { cents, type Cents } from '@contract/base/money';
import { moneyText } from './compose-mail';

/** The lines of a payment, the same in every mail: the amount is without tax, the total with it. */
export const sumLines = ({
  price,
  discount = cents(0),
  tax,
  total,
}: Record<'price' | 'tax' | 'total', Cents> & { discount?: Cents }): (readonly [string, string])[] => [
  ['Amount', moneyText(price)],
  ...(discount > 0 ? ([['Discount', `−${moneyText(discount)}`]] as const) : []),
  ...totalLines({ tax, total }),
];

/** The end of them, for what names each part of its price itself. */
export const totalLines = ({ tax, total }: Record<'tax' | 'total', Cents>): (readonly [string, string])[] => [
  ['Tax', moneyText(tax)],
  ['Total', moneyText(total)],
];
