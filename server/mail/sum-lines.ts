import { cents, type Cents } from '@contract/base/money';
import { moneyText } from './compose-mail';

/** Lines that lead from the amount without tax to the total with tax. */
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

/** Only tax and total, for mails that itemize the price themselves. */
export const totalLines = ({ tax, total }: Record<'tax' | 'total', Cents>): (readonly [string, string])[] => [
  ['Tax', moneyText(tax)],
  ['Total', moneyText(total)],
];
