import type { EndpointData } from '@contract/schemas';
import type { OrderLine, TipShow, UnlockItem } from '@/store/intents';

/** How a card pays. `total` is the sum the payer saw, in major units. */
export interface CardPayment {
  cardId: string | null;
  couponCode?: string;
  total: number;
}

/** Where goods go, and what their seller is told. */
export interface Delivery {
  deliveryAddressId?: string;
  phoneNumber?: string;
  userNote?: string;
}

export interface OrderTerms {
  lines: OrderLine[];
  delivery: Delivery;
}

/** One movement of money, as its payer has seen it. Sums in major units. */
export type Purchase =
  | { kind: 'unlock'; item: UnlockItem; price: number }
  | ({ kind: 'unlockByCard'; item: UnlockItem } & CardPayment)
  | ({ kind: 'order' } & OrderTerms & { price: number })
  | ({ kind: 'orderByCard' } & OrderTerms & CardPayment)
  // One product, where the backend takes no cart.
  | { kind: 'product'; line: OrderLine; delivery: Delivery; price: number }
  | {
      kind: 'tip';
      performerId: string;
      name: string;
      price: number;
      conversationId?: string;
      show?: TipShow;
      note?: string;
    }
  | ({ kind: 'subscribe'; performerId: string; name: string; plan: 'monthly' | 'yearly' } & CardPayment)
  | { kind: 'trial'; performerId: string; name: string; days: number }
  | ({ kind: 'topUp'; amount: number } & CardPayment)
  | ({ kind: 'platform' } & CardPayment);

export type Transaction = EndpointData<'getTransaction'>;

/** Ids that the payment history held before a payment was sent. */
export type KnownPaymentIds = string[];

/** The sum that leaves wallet or card now, in major units. */
export function getAmountDue(purchase: Purchase): number {
  if (isFromWallet(purchase)) return purchase.price;
  return isByCard(purchase) ? purchase.total : 0;
}

/** A wallet pays a price, a card a total; a trial costs neither. */
export const isFromWallet = (purchase: Purchase) => 'price' in purchase;
export const isByCard = (purchase: Purchase) => 'cardId' in purchase;

/** The top-up of an attempt, in major units; undefined where it had none. */
export const findTopUpAmount = (attempt: Purchase[]): number | undefined =>
  attempt.find((purchase) => purchase.kind === 'topUp')?.amount;

/** The same purchase with the card it had none of yet. */
export const withCard = (purchase: Purchase, cardId: string): Purchase =>
  isByCard(purchase) ? { ...purchase, cardId } : purchase;

/** Products that a purchase is for; none where it is for something else. */
export function listProductIds(purchase: Purchase): string[] {
  if (purchase.kind === 'product') return [purchase.line.productId];
  return isOrder(purchase) ? purchase.lines.map(({ productId }) => productId) : [];
}

export const isOrder = (purchase: Purchase) => 'lines' in purchase;

/** What an order names of its products. */
export const toWantedGoods = (lines: readonly OrderLine[]) =>
  lines.map(({ productId, quantity }) => ({ productId, quantity }));
