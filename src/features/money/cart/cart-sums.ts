import { roundDollars } from '@contract/base/money';
import type { CartLine } from '@/store/intents';
import type { CartCheckState, Checked } from './cart-check-feature';

/** The current offer if it is known, else the one stored in the cart. */
export const getOffer = ({ price, shipsTo }: CartLine, found: Checked | undefined) =>
  found && found !== 'gone' ? { price: found.price, shipsTo: found.shipsTo ?? shipsTo } : { price, shipsTo };

/** Shipping is charged once per parcel: the highest price of its products. */
export function sumParcel(lines: CartLine[], checks: CartCheckState): { goods: number; shipping: number } {
  let goods = 0;
  let shipping = 0;
  for (const line of lines) {
    const found = checks[line.productId];
    if (found === 'gone') continue;
    goods = roundDollars(goods + getOffer(line, found).price * line.quantity);
    if (!line.isDigital) shipping = Math.max(shipping, found?.shippingPrice ?? 0);
  }
  return { goods, shipping };
}
