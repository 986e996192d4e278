import { orderRoutes } from '@contract/money/order-routes';
import { paymentRoutes } from '@contract/money/payment-routes';
import type { EndpointData } from '@contract/schemas';
import { walletRoutes } from '@contract/money/wallet-routes';
import { paths } from '@/config/paths';
import type { CallOptions } from '@/services/http-client';
import { callEndpoint } from '@/store/call-endpoint';
import {
  getAmountDue,
  isByCard,
  isFromWallet,
  isOrder,
  listProductIds,
  toWantedGoods,
  type CardPayment,
  type KnownPaymentIds,
  type OrderTerms,
  type Purchase,
  type Transaction,
} from './purchase';

export type PurchaseReply =
  | EndpointData<'buyFeed'>
  | EndpointData<'tipPerformer'>
  | EndpointData<'buyStream'>
  | EndpointData<'subscribePerformer'>
  | EndpointData<'subscribePlatform'>
  | PlacedOrders;
type PlacedOrders = Pick<EndpointData<'checkoutOrders'>, 'orders'>;

const BUY_ROUTES = {
  feed: walletRoutes.buyFeed,
  message: walletRoutes.buyMessage,
  video: walletRoutes.buyVideo,
  gallery: walletRoutes.buyGallery,
};

export function* callPurchase(purchase: Purchase, options: CallOptions): Generator<unknown, PurchaseReply> {
  switch (purchase.kind) {
    case 'unlock': {
      const { target, id } = purchase.item;
      if (target === 'stream') return yield* callEndpoint(walletRoutes.buyStream, { params: { id } }, options);
      const body = { expectedPrice: purchase.price };
      return yield* callEndpoint(BUY_ROUTES[target], { params: { id }, body }, options);
    }
    case 'unlockByCard': {
      const { target, id: targetId } = purchase.item;
      if (target === 'stream') throw new Error('A ticket can only be paid from the wallet');
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
      const { performerId, price, conversationId, show, note } = purchase;
      // There is a note only if the settings say that the server accepts notes.
      const body = { price, ...(conversationId && { conversationId }), ...show, ...(note && { userNote: note }) };
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

/** If several creators ship, returns the list of orders. @param entryId id of the payment or charge. */
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

/** Without a card, the backend asks for one on its gateway's page. */
const toCardFields = ({ cardId, couponCode, total }: CardPayment) => ({
  ...(cardId && { cardId }),
  expectedPrice: total,
  ...(couponCode && { couponCode }),
});

type Charge = EndpointData<'listCharges'>['data'][number];

/** More entries than a fan can add while waiting for a response. */
const LATEST_ENTRIES = { limit: 20, sortBy: 'createdAt', sort: 'desc' };

type Entry = Charge | Transaction;

/** Reads wallet charges or gateway payments; all compatible backends have both lists (wire contract 2.13). @throws ApiError */
function* fetchPaymentHistory(purchase: Purchase): Generator<unknown, Entry[]> {
  if (isFromWallet(purchase)) return (yield* callEndpoint(walletRoutes.listCharges, { query: LATEST_ENTRIES })).data;
  return (yield* callEndpoint(paymentRoutes.searchTransactions, { query: LATEST_ENTRIES })).data;
}

/** Called before the payment, so that an older one of the same kind is not taken for it. @throws ApiError */
export function* listKnownPaymentIds(purchase: Purchase): Generator<unknown, KnownPaymentIds> {
  return (yield* fetchPaymentHistory(purchase)).map(({ _id }) => _id);
}

/** Finds a new entry for the same purchase. If there is none, the payment may still arrive. @throws ApiError */
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
