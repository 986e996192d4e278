import { createAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';

/**
 * Wishes and outcomes that several features care about, so that none of them imports another. A button anywhere says what
 * is wanted; the checkout carries it out; whoever shows the thing listens to the outcome.
 */

/** The little a money sheet needs to know of a creator. */
export interface Payee {
  _id: string;
  name: string;
  username: string;
  avatar: string;
}

/** Open requests and running shows by the minute are wanted: they outlive a reload. */
export const seatsRequested = createAction('intent/seatsRequested');

/** To follow a creator (`isFollowed` true) or to stop. */
export const followRequested = createAction<{ performerId: string; isFollowed: boolean }>('intent/followRequested');

/** What is to be paid for from the wallet. `price` in major units, as the buyer sees it. */
export interface UnlockItem {
  target: 'feed' | 'message' | 'video' | 'gallery' | 'stream';
  id: string;
  price: number;
  /** What it is, in a few words: "12 photos". */
  title: string;
  performer: Payee;
  /** Where a message is. */
  conversationId?: string;
  sequence?: number;
}

export const unlockRequested = createAction<UnlockItem>('intent/unlockRequested');
/** A show in whose chat a tip is seen. */
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
/** The platform's own subscription, which opens what creators mark free. */
export const platformSubscriptionRequested = createAction('intent/platformSubscriptionRequested');
export const topUpRequested = createAction('intent/topUpRequested');

/** A product to be ordered, as its buyer saw it. */
export interface OrderLine {
  productId: string;
  quantity: number;
  /** Of one piece, in major units. */
  price: number;
  name: string;
  isDigital: boolean;
  performer: Payee;
  /** Countries it is sent to, by two letters; empty: everywhere, or not told. */
  shipsTo: string[];
}

/** What a cart keeps of a product. */
export interface CartLine extends OrderLine {
  /** An address; empty for one without a picture. */
  image: string;
  /** Of its page: a slug, or its id. */
  address: string;
}

/** `stock`: pieces that can be had, those in the cart included. */
export const cartAddRequested = createAction<{ line: CartLine; stock: number }>('intent/cartAddRequested');
export const orderRequested = createAction<{ lines: OrderLine[] }>('intent/orderRequested');
/** Paid: these are on their way, or can be downloaded. */
export const orderPlaced = createAction<{ productIds: string[] }>('outcome/orderPlaced');
/** Something of these is not as it was seen any more: price, stock, or whether it is there. */
export const orderRefused = createAction<{ productIds: string[] }>('outcome/orderRefused');

/** Paid: `target` and `id` may be opened now. */
export const itemUnlocked = createAction<{ target: UnlockItem['target']; id: string }>('outcome/itemUnlocked');
/** A creator blocked a fan, or took that back. */
export const fanBlockChanged = createAction<{ userId: string; isBlocked: boolean }>('outcome/fanBlockChanged');
export const performerTipped = createAction<{ performerId: string; price: number }>('outcome/performerTipped');
/** A subscription began, was cancelled or resumed: what depends on it is fetched again. */
export const subscriptionChanged = createAction<{ performerId: string }>('outcome/subscriptionChanged');
/** Money came into the wallet: its movements are fetched again. */
export const walletToppedUp = createAction('outcome/walletToppedUp');
export const platformSubscriptionChanged = createAction('outcome/platformSubscriptionChanged');
/** Shown at once, before the server knows; comes again the other way round where it refuses. */
export const followChanged = createAction<{ performerId: string; isFollowed: boolean }>('outcome/followChanged');
/** The server knows whom the viewer follows now: what depends on it can be fetched again. */
export const followStored = createAction<{ performerId: string; isFollowed: boolean }>('outcome/followStored');

/** A like or a save of something, to make (`on`) or to take back. */
export interface ReactionChange {
  objectType: 'feed' | 'video' | 'gallery' | 'product' | 'performer' | 'comment';
  objectId: string;
  action: 'like' | 'bookmark';
  on: boolean;
}

export const reactionRequested = createAction<ReactionChange>('intent/reactionRequested');
/** Shown at once; sent again with the opposite when the server refuses. */
export const reactionChanged = createAction<ReactionChange>('outcome/reactionChanged');
/** To be reminded of a show that a post announces, or no longer. */
export interface ReminderChange {
  postId: string;
  isReminded: boolean;
}

export const reminderRequested = createAction<ReminderChange>('intent/reminderRequested');
/** Shown at once; sent again with the opposite when the server refuses. */
export const reminderChanged = createAction<ReminderChange>('outcome/reminderChanged');
/** A comment came to, or left, what the ids name. */
export const commentCounted = createAction<{ objectType: string; objectId: string; by: 1 | -1 }>(
  'outcome/commentCounted',
);

/** How many notifications are unread now: the mark in the navigation follows. */
export const notificationsRead = createAction<{ totalUnread: number }>('outcome/notificationsRead');

/** A list of a creator's own posts is on screen: what each of them sold is wanted beside it. */
export const postSalesRequested = createAction<{ ids: string[] }>('intent/postSalesRequested');
