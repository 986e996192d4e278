import { put } from 'redux-saga/effects';
import { messageRoutes } from '@contract/conversation/message-routes';
import { feedRoutes } from '@contract/content/feed-routes';
import { galleryRoutes } from '@contract/content/gallery-routes';
import { paymentRoutes } from '@contract/money/payment-routes';
import { performerRoutes } from '@contract/identity/performer-routes';
import { settingsRoutes } from '@contract/site/settings-routes';
import { videoRoutes } from '@contract/content/video-routes';
import { selectSettings, settingsLoaded } from '@/features/site/settings/settings-slice';
import { ApiError, isNotFound, isUnsupportedEndpoint, toFailure, type ApiFailure } from '@/services/api-error';
import { selectHasExtension, selectSupportsCall } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { UnlockItem } from '@/store/intents';
import type { Attempt } from './payment-slice';
import { performerLoaded } from './performer-slice';
import { getAmountDue, isByCard, isOrder, type Purchase } from './purchase';
import { fetchQuote, quoteLoaded } from './quote-slice';
import { loadTax } from './tax-slice';
import { putIfCurrent } from './track-payment';

/** Why an attempt is not sent: the item's price has changed, or it can no longer be bought. */
export type Obstacle = { kind: 'repriced'; price: number } | { kind: 'unavailable'; failure: ApiFailure };

/**
 * Needed if the backend ignores `expectedPrice`, and before a top-up. Prices with tax are not compared. Promises M-16.
 * @param isRepeat skips the check before a top-up, which may already be paid.
 */
export function* findObstacle(attempt: Attempt, isRepeat: boolean): Generator<unknown, Obstacle | null> {
  const { key, purchase, next } = attempt;
  const isAfterTopUp = next.length > 0;
  const wanted = next.at(-1) ?? purchase;
  if (wanted.kind === 'tip') return isAfterTopUp && !isRepeat ? yield* findTipObstacle(wanted.performerId) : null;
  if (wanted.kind === 'order') return isAfterTopUp && !isRepeat ? yield* findOrderObstacle(key, wanted) : null;
  if (wanted.kind !== 'unlock' && wanted.kind !== 'subscribe') return null;
  if (isAfterTopUp ? isRepeat : yield* selectState(selectHasExtension('expectedPrices'))) return null;
  if (wanted.kind === 'subscribe' && (yield* selectState(selectSupportsCall(paymentRoutes.calculateTax)))) return null;
  try {
    const price = yield* wanted.kind === 'unlock' ? fetchItemPrice(wanted.item) : fetchPrice(key, wanted);
    return price === null || price === getAmountDue(wanted) ? null : { kind: 'repriced', price };
  } catch (error) {
    return isDeletedError(error) ? { kind: 'unavailable', failure: toFailure(error) } : null;
  }
}

/** Prevents a top-up for a tip that cannot be sent, because the creator has left or blocked the payer. */
function* findTipObstacle(performerId: string): Generator<unknown, Obstacle | null> {
  try {
    yield* callEndpoint(performerRoutes.getPerformer, { params: { id: performerId } });
    return null;
  } catch (error) {
    if (!isDeletedError(error)) return null;
    return {
      kind: 'unavailable',
      failure: { ...toFailure(error), message: 'You can’t tip this creator any more.' },
    };
  }
}

/** Prevents a top-up for a cart that cannot be ordered, because its reservation has ended. */
function* findOrderObstacle(
  key: string,
  order: Extract<Purchase, { kind: 'order' }>,
): Generator<unknown, Obstacle | null> {
  try {
    const price = yield* fetchTotal(key, order);
    return price === order.price ? null : { kind: 'repriced', price };
  } catch (error) {
    const failure = toFailure(error);
    return failure.status >= 400 && failure.status < 500 ? { kind: 'unavailable', failure } : null;
  }
}

const isDeletedError = (error: unknown): boolean => isNotFound(error) && !isUnsupportedEndpoint(error);

/** @returns major units; null if unknown. Also updates tax and the prices in the sheet. */
export function* fetchPrice(key: string, purchase: Purchase): Generator<unknown, number | null> {
  try {
    if (isOrder(purchase)) return yield* fetchTotal(key, purchase);
    if (purchase.kind === 'unlockByCard') yield* loadTax('wallet');
    if ('item' in purchase) return yield* fetchItemPrice(purchase.item);
    if (isByCard(purchase)) yield* loadTax(purchase.kind === 'topUp' ? 'wallet' : 'subscription');
    if (purchase.kind === 'platform') return yield* fetchMembershipPrice();
    if (purchase.kind !== 'subscribe') return null;
    const found = yield* callEndpoint(performerRoutes.getPerformer, { params: { id: purchase.performerId } });
    yield* putIfCurrent(key, performerLoaded(found));
    return purchase.plan === 'yearly' ? found.yearlyPrice : found.monthlyPrice;
  } catch {
    return null;
  }
}

/** The form reads the price from the settings. */
function* fetchMembershipPrice(): Generator<unknown, number> {
  const known = yield* selectState(selectSettings);
  const { monthlySubscriptionPrice = known.monthlySubscriptionPrice } = yield* callEndpoint(settingsRoutes.getSettings);
  yield put(settingsLoaded({ ...known, monthlySubscriptionPrice }));
  return monthlySubscriptionPrice;
}

/** Also updates the sheet's quote. The total includes tax if a card pays. */
function* fetchTotal(key: string, purchase: Extract<Purchase, { lines: unknown }>): Generator<unknown, number> {
  const { lines, delivery } = purchase;
  const quote = yield* fetchQuote({ lines, deliveryAddressId: delivery.deliveryAddressId });
  yield* putIfCurrent(key, quoteLoaded(quote));
  return isByCard(purchase) ? quote.cardTotal : quote.walletTotal;
}

const itemRoutes = { feed: feedRoutes.getFeed, video: videoRoutes.getVideo, gallery: galleryRoutes.getGallery };

/** @throws ApiError 404 if the item was deleted. */
function* fetchItemPrice({ target, id, ...place }: UnlockItem): Generator<unknown, number | null> {
  if (target === 'stream') return null;
  if (target !== 'message') return (yield* callEndpoint(itemRoutes[target], { params: { id } })).price ?? null;
  const { conversationId, sequence } = place;
  if (conversationId === undefined || sequence === undefined) return null;
  const query = { limit: 1, beforeSequence: sequence + 1 };
  const { data } = yield* callEndpoint(messageRoutes.listMessages, { params: { id: conversationId }, query });
  const found = data.find(({ _id }) => _id === id);
  if (found?.isDeleted) throw new ApiError(404, { message: 'This message was deleted.' });
  return found?.price ?? null;
}
