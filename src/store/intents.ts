import { createAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';

/**
 * Requests and outcomes that several features share, so that none imports another. A button dispatches a request, one feature
 * handles it, and others react to the outcome.
 */

export interface Payee {
  _id: string;
  name: string;
  username: string;
  avatar: string;
}

/** Requests the account's open seat requests and running per-minute shows, which continue after a reload. */
export const seatsRequested = createAction('intent/seatsRequested');

export const followRequested = createAction<{ performerId: string; isFollowed: boolean }>('intent/followRequested');

/** Bought once, from the wallet or by card. `price` in major units, as the buyer saw it. */
export interface UnlockItem {
  target: 'feed' | 'message' | 'video' | 'gallery' | 'stream';
  id: string;
  price: number;
  /** Such as "12 photos". */
  title: string;
  performer: Payee;
  conversationId?: string;
  sequence?: number;
}

export const unlockRequested = createAction<UnlockItem>('intent/unlockRequested');
export interface TipShow {
  conversationId: string;
  streamType: 'stream_public' | 'stream_group' | 'stream_private';
  sessionId: string;
}

export const tipRequested = createAction<{ performer: Payee; conversationId?: string; show?: TipShow }>(
  'intent/tipRequested',
);
export const subscribeRequested = createAction<{
  performer: EndpointData<'getPerformer'> | (Payee & { monthlyPrice?: number });
  subscriptionType?: 'monthly' | 'yearly' | 'free';
}>('intent/subscribeRequested');
/** The platform's own subscription, which opens content that creators mark as free. */
export const platformSubscriptionRequested = createAction('intent/platformSubscriptionRequested');
/** `next` names the sheet that waits for the money, and is shown again when this one is closed. */
export const topUpRequested = createAction<{ next: 'seat' } | undefined>('intent/topUpRequested');

/** A product to order, as its buyer saw it. */
export interface OrderLine {
  productId: string;
  quantity: number;
  /** Per unit, in major units. */
  price: number;
  name: string;
  isDigital: boolean;
  performer: Payee;
  /** Two-letter codes of the countries that it ships to; empty for all, or if unknown. */
  shipsTo: string[];
}

export interface CartLine extends OrderLine {
  image: string;
  /** Slug or id of the product's page. */
  address: string;
}

/** `stock`: units available, including those already in the cart. */
export const cartAddRequested = createAction<{ line: CartLine; stock: number }>('intent/cartAddRequested');
export const orderRequested = createAction<{ lines: OrderLine[] }>('intent/orderRequested');
export const orderPlaced = createAction<{ productIds: string[] }>('outcome/orderPlaced');
/** The price, stock or existence of one of these products has changed. */
export const orderRefused = createAction<{ productIds: string[] }>('outcome/orderRefused');

export const itemUnlocked = createAction<{ target: UnlockItem['target']; id: string }>('outcome/itemUnlocked');
/** The item can no longer be bought. */
export const saleEnded = createAction<{ target: UnlockItem['target']; id: string }>('outcome/saleEnded');
export const messageDelivered = createAction<{ conversationId: string }>('outcome/messageDelivered');
/** A refund request was made or answered, or one that was to be answered has changed elsewhere. */
export const refundRequestChanged = createAction('outcome/refundRequestChanged');
export const creatorHomeOpened = createAction('intent/creatorHomeOpened');
export const fanBlockChanged = createAction<{ userId: string; isBlocked: boolean }>('outcome/fanBlockChanged');
export const performerTipped = createAction<{ performerId: string; price: number }>('outcome/performerTipped');
export const subscriptionChanged = createAction<{ performerId: string }>('outcome/subscriptionChanged');
export const walletToppedUp = createAction('outcome/walletToppedUp');
/** Closed by the payer, with or without a payment. */
export const topUpClosed = createAction<{ next: 'seat' }>('outcome/topUpClosed');
export const platformSubscriptionChanged = createAction('outcome/platformSubscriptionChanged');
/** Optimistic: dispatched before the request, and again with the opposite if the server rejects it. */
export const followChanged = createAction<{ performerId: string; isFollowed: boolean }>('outcome/followChanged');
export const followStored = createAction<{ performerId: string; isFollowed: boolean }>('outcome/followStored');

export interface ReactionChange {
  objectType: 'feed' | 'video' | 'gallery' | 'product' | 'performer' | 'comment';
  objectId: string;
  action: 'like' | 'bookmark';
  on: boolean;
}

export const reactionRequested = createAction<ReactionChange>('intent/reactionRequested');
export const reactionChanged = createAction<ReactionChange>('outcome/reactionChanged');
export interface ReminderChange {
  postId: string;
  isReminded: boolean;
}

export const reminderRequested = createAction<ReminderChange>('intent/reminderRequested');
export const reminderChanged = createAction<ReminderChange>('outcome/reminderChanged');
export const commentCounted = createAction<{ objectType: string; objectId: string; by: 1 | -1 }>(
  'outcome/commentCounted',
);

export const notificationsRead = createAction<{ totalUnread: number }>('outcome/notificationsRead');

export const postSalesRequested = createAction<{ ids: string[] }>('intent/postSalesRequested');
