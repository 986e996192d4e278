import type { EndpointData } from '@contract/schemas';
import type { OrderLine, TipShow, UnlockItem } from '@/store/intents';

/** `total` is the amount that the payer saw, in major units. */
export interface CardPayment {
  cardId: string | null;
  couponCode?: string;
  total: number;
}

export interface Delivery {
  deliveryAddressId?: string;
  phoneNumber?: string;
  userNote?: string;
}

export interface OrderTerms {
  lines: OrderLine[];
  delivery: Delivery;
}

/** One payment, with its amounts as the payer saw them, in major units. */
export type Purchase =
  | { kind: 'unlock'; item: UnlockItem; price: number }
  | ({ kind: 'unlockByCard'; item: UnlockItem } & CardPayment)
  | ({ kind: 'order' } & OrderTerms & { price: number })
  | ({ kind: 'orderByCard' } & OrderTerms & CardPayment)
  // One product, if the backend does not accept a whole cart.
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

/** Ids that were in the payment history before a payment was sent. */
export type KnownPaymentIds = string[];

/** In major units. */
export function getAmountDue(purchase: Purchase): number {
  if (isFromWallet(purchase)) return purchase.price;
  return isByCard(purchase) ? purchase.total : 0;
}

/** A wallet pays a price, a card pays a total, and a trial costs neither. */
export const isFromWallet = (purchase: Purchase) => 'price' in purchase;
export const isByCard = (purchase: Purchase) => 'cardId' in purchase;

/** In major units; undefined if there is no top-up. */
export const findTopUpAmount = (attempt: Purchase[]): number | undefined =>
  attempt.find((purchase) => purchase.kind === 'topUp')?.amount;

export const withCard = (purchase: Purchase, cardId: string): Purchase =>
  isByCard(purchase) ? { ...purchase, cardId } : purchase;

export function listProductIds(purchase: Purchase): string[] {
  if (purchase.kind === 'product') return [purchase.line.productId];
  return isOrder(purchase) ? purchase.lines.map(({ productId }) => productId) : [];
}

export const isOrder = (purchase: Purchase) => 'lines' in purchase;

export const toWantedGoods = (lines: readonly OrderLine[]) =>
  lines.map(({ productId, quantity }) => ({ productId, quantity }));
