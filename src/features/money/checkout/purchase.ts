import { paymentRoutes } from '@contract/money/payment-routes';
import type { EndpointData } from '@contract/schemas';
import { walletRoutes } from '@contract/money/wallet-routes';
import type { CallOptions } from '@/services/http-client';
import { callEndpoint } from '@/store/call-endpoint';
import type { UnlockItem } from '@/store/intents';

/** How a card pays. `total` is the sum the payer saw, in major units. */
export interface CardPayment {
  cardId: string | null;
  couponCode?: string;
  total: number;
}

/** One movement of money, as its payer has seen it. Sums in major units. */
export type Purchase =
  | { kind: 'unlock'; item: UnlockItem; price: number }
  | { kind: 'tip'; performerId: string; name: string; price: number; conversationId?: string; note?: string }
  | ({ kind: 'subscribe'; performerId: string; name: string; plan: 'monthly' | 'yearly' } & CardPayment)
  | { kind: 'trial'; performerId: string; name: string; days: number }
  | ({ kind: 'topUp'; amount: number } & CardPayment)
  | ({ kind: 'platform' } & CardPayment);

export type Transaction = EndpointData<'getTransaction'>;
export type PurchaseReply =
  | EndpointData<'buyFeed'>
  | EndpointData<'subscribePerformer'>
  | EndpointData<'subscribePlatform'>;

/** What the button says while it happens and on the receipt: the sum that leaves wallet or card now. */
export function sumOf(purchase: Purchase): number {
  switch (purchase.kind) {
    case 'unlock':
    case 'tip':
      return purchase.price;
    case 'trial':
      return 0;
    case 'subscribe':
    case 'topUp':
    case 'platform':
      return purchase.total;
  }
}

/** The top-up of an attempt, in major units; undefined where it had none. */
export const triedTopUp = (attempt: Purchase[]): number | undefined =>
  attempt.find((purchase) => purchase.kind === 'topUp')?.amount;

/** The same purchase with the card it had none of yet. */
export function withCard(purchase: Purchase, cardId: string): Purchase {
  switch (purchase.kind) {
    case 'subscribe':
    case 'topUp':
    case 'platform':
      return { ...purchase, cardId };
    case 'unlock':
    case 'tip':
    case 'trial':
      return purchase;
  }
}

const buyRoutes = {
  feed: walletRoutes.buyFeed,
  message: walletRoutes.buyMessage,
  video: walletRoutes.buyVideo,
  gallery: walletRoutes.buyGallery,
};

/** Makes the call of a purchase. @throws ApiError */
export function* callPurchase(purchase: Purchase, options: CallOptions): Generator<unknown, PurchaseReply> {
  switch (purchase.kind) {
    case 'unlock': {
      const { target, id } = purchase.item;
      return yield* callEndpoint(
        buyRoutes[target],
        { params: { id }, body: { expectedPrice: purchase.price } },
        options,
      );
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
      const body = { performerId: purchase.performerId, type: purchase.plan, ...payWith(purchase) };
      return yield* callEndpoint(paymentRoutes.subscribePerformer, { body }, options);
    }
    case 'topUp':
      return yield* callEndpoint(
        paymentRoutes.topUpWallet,
        { body: { amount: purchase.amount, ...payWith(purchase) } },
        options,
      );
    case 'platform':
      return yield* callEndpoint(
        paymentRoutes.subscribePlatform,
        { body: { type: 'monthly', ...payWith(purchase) } },
        options,
      );
  }
}

/** Without a card the backend asks for one its own way, on a page of its gateway. */
const payWith = ({ cardId, couponCode, total }: CardPayment) => ({
  ...(cardId && { cardId }),
  expectedPrice: total,
  ...(couponCode && { couponCode }),
});
