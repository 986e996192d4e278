import { cents, getShare, type Cents } from '@contract/base/money';
import type { CheckoutLine } from '../../../db/schema/orders';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { Goods, ProductService } from '../../content/product/product-service';
import type { WalletService } from '../wallet/wallet-service';
import type { ReservationRepository } from './reservation-repository';

export interface Cart {
  buyerId: string;
  lines: readonly { productId: string; quantity: number }[];
  /** Country code of the delivery address; null without an address. */
  country: string | null;
  /** Fraction 0..1 that a card payment adds. */
  taxRate: number;
}

export interface CartDeps {
  product: Pick<ProductService, 'lockGoods'>;
  wallet: Pick<WalletService, 'isBought'>;
  reservations: Pick<ReservationRepository, 'countReserved'>;
}

export interface CartSums {
  goods: Cents;
  shipping: Cents;
  tax: Cents;
}

/**
 * Locks the products of a cart and computes their prices. Until the transaction ends, the whole cart can be ordered.
 *
 * @param now reservations that expired before this time are ignored.
 * @throws AppError ENTITY_NOT_FOUND, NOTHING_TO_PAY, STILL_PROCESSING, FILE_BROKEN, ALREADY_BOUGHT, OUT_OF_STOCK,
 * ADDRESS_REQUIRED, NOT_SHIPPED_THERE
 */
export async function planCart(
  { product, wallet, reservations }: CartDeps,
  tx: Tx,
  cart: Cart,
  { now, needsAddress }: { now: Date; needsAddress: boolean },
): Promise<CheckoutLine[]> {
  const wanted = mergeLines(cart.lines);
  const goods = await product.lockGoods([...wanted.keys()], cart.buyerId, tx);
  const reserved = await reservations.countReserved([...wanted.keys()], { holderId: cart.buyerId, now }, tx);
  const lines: CheckoutLine[] = [];
  for (const [productId, quantity] of wanted) {
    const one = goods.get(productId);
    if (!one) throw new AppError('ENTITY_NOT_FOUND');
    if (one.refusal) throw one.refusal;
    if (one.price === 0) throw new AppError('NOTHING_TO_PAY');
    if (one.type === 'digital') {
      if (quantity > 1 || (await wallet.isBought(cart.buyerId, 'product', productId, tx)))
        throw new AppError('ALREADY_BOUGHT');
    } else {
      if (quantity > one.stock - (reserved.get(productId) ?? 0)) throw new AppError('OUT_OF_STOCK');
      if (needsAddress && cart.country === null) throw new AppError('ADDRESS_REQUIRED');
      assertShipped(one.shipsTo, cart.country);
    }
    lines.push(toLine(one, quantity));
  }
  return addTax(addShipping(lines, goods), cart.taxRate);
}

/** @param shipsTo country codes; empty means everywhere. @throws AppError NOT_SHIPPED_THERE */
export function assertShipped(shipsTo: readonly string[], country: string | null): void {
  if (country !== null && shipsTo.length > 0 && !shipsTo.includes(country)) throw new AppError('NOT_SHIPPED_THERE');
}

export const sumCart = (lines: readonly CheckoutLine[]): CartSums => ({
  goods: cents(lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)),
  shipping: cents(lines.reduce((sum, { shippingPrice }) => sum + shippingPrice, 0)),
  tax: cents(lines.reduce((sum, { tax }) => sum + tax, 0)),
});

function mergeLines(lines: Cart['lines']): Map<string, number> {
  const wanted = new Map<string, number>();
  for (const { productId, quantity } of lines) wanted.set(productId, (wanted.get(productId) ?? 0) + quantity);
  return wanted;
}

const toLine = (goods: Goods, quantity: number): CheckoutLine => ({
  productId: goods.id,
  performerId: goods.performerId,
  name: goods.name,
  type: goods.type,
  quantity,
  unitPrice: goods.price,
  shippingPrice: 0,
  tax: 0,
  downloadLimit: goods.downloadLimit,
  downloadDays: goods.downloadDays,
});

/** Adds shipping once per parcel: the highest price among its products, on the line of that product. */
function addShipping(lines: readonly CheckoutLine[], goods: ReadonlyMap<string, Goods>): CheckoutLine[] {
  const getShippingPrice = ({ type, productId }: CheckoutLine) =>
    type === 'physical' ? (goods.get(productId)?.shippingPrice ?? 0) : 0;
  const dearest = new Map<string, CheckoutLine>();
  for (const line of lines) {
    const before = dearest.get(line.performerId);
    if (!before || getShippingPrice(line) > getShippingPrice(before)) dearest.set(line.performerId, line);
  }
  return lines.map((line) => ({
    ...line,
    shippingPrice: dearest.get(line.performerId) === line ? getShippingPrice(line) : 0,
  }));
}

/** Adds tax. Shipping is taxed like the goods, and each line is rounded separately, so that it can be refunded separately. */
const addTax = (lines: readonly CheckoutLine[], rate: number): CheckoutLine[] =>
  lines.map((line) => ({
    ...line,
    tax: getShare(cents(line.unitPrice * line.quantity + line.shippingPrice), rate),
  }));

/** Sorts lines in a fixed order, so that carts that lock the same sellers do not deadlock. */
export const sortBySeller = (lines: readonly CheckoutLine[]): CheckoutLine[] =>
  lines.toSorted((one, other) => (one.performerId < other.performerId ? -1 : 1));
