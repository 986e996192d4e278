import { orderRoutes } from '@contract/money/order-routes';
import { paymentRoutes } from '@contract/money/payment-routes';
import type { EndpointData } from '@contract/schemas';
import { walletRoutes } from '@contract/money/wallet-routes';
import { paths } from '@/config/paths';
import type { CallOptions } from '@/services/http-client';
import { callEndpoint } from '@/store/call-endpoint';
import type { OrderLine, UnlockItem } from '@/store/intents';

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

interface OrderTerms {
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
  | { kind: 'tip'; performerId: string; name: string; price: number; conversationId?: string; note?: string }
  | ({ kind: 'subscribe'; performerId: string; name: string; plan: 'monthly' | 'yearly' } & CardPayment)
  | { kind: 'trial'; performerId: string; name: string; days: number }
  | ({ kind: 'topUp'; amount: number } & CardPayment)
  | ({ kind: 'platform' } & CardPayment);

export type Transaction = EndpointData<'getTransaction'>;
export type PurchaseReply =
  | EndpointData<'buyFeed'>
  | EndpointData<'subscribePerformer'>
  | EndpointData<'subscribePlatform'>
  | PlacedOrders;
/** A cart that the wallet paid. */
type PlacedOrders = Pick<EndpointData<'checkoutOrders'>, 'orders'>;

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

const BUY_ROUTES = {
  feed: walletRoutes.buyFeed,
  message: walletRoutes.buyMessage,
  video: walletRoutes.buyVideo,
  gallery: walletRoutes.buyGallery,
};

/** @throws ApiError */
export function* callPurchase(purchase: Purchase, options: CallOptions): Generator<unknown, PurchaseReply> {
  switch (purchase.kind) {
    case 'unlock': {
      const { target, id } = purchase.item;
      const body = { expectedPrice: purchase.price };
      return yield* callEndpoint(BUY_ROUTES[target], { params: { id }, body }, options);
    }
    case 'unlockByCard': {
      const { target, id: targetId } = purchase.item;
      return yield* callEndpoint(
        paymentRoutes.buyByCard,
        { body: { target, targetId, ...toCardFields(purchase) } },
        options,
      );
    }
    case 'order':
    case 'orderByCard':
      return yield* callCheckout(purchase, options);
    case 'product': {
      const { line, delivery } = purchase;
      const body = { quantity: line.quantity, ...delivery };
      return yield* callEndpoint(walletRoutes.buyProduct, { params: { id: line.productId }, body }, options);
    }
    case 'tip': {
      const { performerId, price, conversationId, note } = purchase;
      // Servers that know no notes get none: the form asks for one only where the settings say so.
      const body = { price, ...(conversationId && { conversationId }), ...(note && { userNote: note }) };
      return yield* callEndpoint(walletRoutes.tipPerformer, { params: { id: performerId }, body }, options);
    }
    case 'trial': {
      const body = { performerId: purchase.performerId, type: 'free' as const };
      return yield* callEndpoint(paymentRoutes.subscribePerformer, { body }, options);
    }
    case 'subscribe': {
      const body = { performerId: purchase.performerId, type: purchase.plan, ...toCardFields(purchase) };
      return yield* callEndpoint(paymentRoutes.subscribePerformer, { body }, options);
    }
    case 'topUp': {
      const body = { amount: purchase.amount, ...toCardFields(purchase) };
      return yield* callEndpoint(paymentRoutes.topUpWallet, { body }, options);
    }
    case 'platform': {
      const body = { type: 'monthly' as const, ...toCardFields(purchase) };
      return yield* callEndpoint(paymentRoutes.subscribePlatform, { body }, options);
    }
  }
}

/** What an order names of its products. */
export const toWantedGoods = (lines: readonly OrderLine[]) =>
  lines.map(({ productId, quantity }) => ({ productId, quantity }));

/** Products that a purchase is for; none where it is for something else. */
export function listProductIds(purchase: Purchase): string[] {
  if (purchase.kind === 'product') return [purchase.line.productId];
  return isOrder(purchase) ? purchase.lines.map(({ productId }) => productId) : [];
}

export const isOrder = (purchase: Purchase) => 'lines' in purchase;

function* callCheckout(
  purchase: Extract<Purchase, OrderTerms>,
  options: CallOptions,
): Generator<unknown, Transaction | PlacedOrders> {
  const { lines, delivery } = purchase;
  const pay = isByCard(purchase)
    ? ({ payBy: 'card', cardId: purchase.cardId } as const)
    : ({ payBy: 'wallet' } as const);
  const body = { lines: toWantedGoods(lines), ...delivery, ...pay, expectedTotal: getAmountDue(purchase) };
  const { transaction, orders } = yield* callEndpoint(orderRoutes.checkoutOrders, { body }, options);
  return transaction ?? { orders };
}

/**
 * The page of what was just ordered: that of its parcel, or the list where several creators send something.
 *
 * @param entryId of the payment or the charge that paid for it.
 */
export function* findOrderPath(purchase: Purchase, entryId: string | undefined): Generator<unknown, string> {
  const sellers = new Set(isOrder(purchase) ? purchase.lines.map(({ performer }) => performer._id) : []);
  if (sellers.size > 1 || entryId === undefined) return paths.orders;
  try {
    const query = { limit: LATEST_ENTRIES.limit };
    const { data } = yield* callEndpoint(orderRoutes.searchUserOrders, { query });
    const order = data.find(({ groupId, transactionId }) => groupId === entryId || transactionId === entryId);
    return order ? paths.order(order._id) : paths.orders;
  } catch {
    return paths.orders;
  }
}

/** Without a card the backend asks for one on a page of its gateway. */
const toCardFields = ({ cardId, couponCode, total }: CardPayment) => ({
  ...(cardId && { cardId }),
  expectedPrice: total,
  ...(couponCode && { couponCode }),
});

type Charge = EndpointData<'listCharges'>['data'][number];

/** More entries than one fan can add while one reply is awaited. */
const LATEST_ENTRIES = { limit: 20, sortBy: 'createdAt', sort: 'desc' };

/** Ids that the payment history held before a payment was sent. */
export type KnownPaymentIds = string[];

type Entry = Charge | Transaction;

/**
 * The newest entries of the history that a purchase would appear in: charges of the wallet, or payments through a gateway.
 * All compatible backends serve both lists (wire contract 2.13).
 *
 * @throws ApiError as `callEndpoint`.
 */
function* fetchPaymentHistory(purchase: Purchase): Generator<unknown, Entry[]> {
  if (isFromWallet(purchase)) return (yield* callEndpoint(walletRoutes.listCharges, { query: LATEST_ENTRIES })).data;
  return (yield* callEndpoint(paymentRoutes.searchTransactions, { query: LATEST_ENTRIES })).data;
}

/** Listed before the call leaves, so that an older payment of the same kind is not taken for this one. @throws ApiError */
export function* listKnownPaymentIds(purchase: Purchase): Generator<unknown, KnownPaymentIds> {
  return (yield* fetchPaymentHistory(purchase)).map(({ _id }) => _id);
}

/**
 * Finds a payment in the history: an entry for the same purchase that was not there before.
 *
 * @returns undefined where there is none; the payment may still arrive. @throws ApiError
 */
export function* findPayment(purchase: Purchase, before: KnownPaymentIds): Generator<unknown, Entry | undefined> {
  const entries = yield* fetchPaymentHistory(purchase);
  return entries.find((entry) => !before.includes(entry._id) && isEntryOfPurchase(entry, purchase));
}

function isEntryOfPurchase(entry: Entry, purchase: Purchase): boolean {
  const { type, target, targetId, performerId } = entry;
  const isForTarget = (id: string) => performerId === id || targetId === id;
  switch (purchase.kind) {
    case 'unlock':
    case 'unlockByCard':
      return target === purchase.item.target && targetId === purchase.item.id;
    case 'order':
      return target === 'product' && listProductIds(purchase).includes(targetId ?? '');
    case 'orderByCard':
      return target === 'order' && entry.totalPrice === purchase.total;
    case 'product':
      return target === 'product' && targetId === purchase.line.productId;
    case 'tip': {
      const isTip = type === 'tip' || type === 'stream_tip';
      return isTip && performerId === purchase.performerId && entry.totalPrice === purchase.price;
    }
    case 'topUp':
      return type === 'token_package' && entry.originalPrice === purchase.amount;
    case 'subscribe':
      return type === `${purchase.plan}_subscription` && isForTarget(purchase.performerId);
    case 'trial':
      return type === 'free_subscription' && isForTarget(purchase.performerId);
    case 'platform':
      return type === 'platform_subscription';
  }
}
