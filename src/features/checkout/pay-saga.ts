import { put } from 'redux-saga/effects';
import { feedRoutes } from '@contract/feed-routes';
import { galleryRoutes } from '@contract/gallery-routes';
import { performerRoutes } from '@contract/performer-routes';
import { videoRoutes } from '@contract/video-routes';
import { balanceChanged, currentUserRequested, selectCurrentUser } from '@/features/session/session-slice';
import { toFailure, type ApiFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import {
  itemUnlocked,
  performerTipped,
  platformSubscriptionChanged,
  subscriptionChanged,
  walletToppedUp,
} from '@/store/intents';
import * as checkout from './checkout-slice';
import { callPurchase, type Purchase, type PurchaseReply, type Transaction } from './purchase';
import { loadTax } from './card-saga';
import { settlePayment } from './settle-payment';
import { forgetPayment, notePayment } from './started-payment';
import { selectWish } from './wish-slice';

const notCharged = 'You were not charged.';

/**
 * Carries out an attempt, one movement of money after the other. It blocks: a second press while it runs is not heard.
 * Each call carries the key of the attempt, so what is sent again after a lost answer moves nothing twice.
 */
export function* pay(attempt: Purchase[]) {
  for (const [index, purchase] of attempt.entries()) {
    const left = attempt.slice(index);
    yield put(checkout.paymentStarted({ purchase, attempt: left }));
    yield* note(left);
    if (!(yield* carryOut(purchase))) return;
  }
  yield put(checkout.paymentDone());
}

/** Leaves a trace for the case that the page is loaded again before the end is seen. */
function* note(attempt: Purchase[]) {
  const { key } = yield* selectState(checkout.selectCheckout);
  const wish = yield* selectState(selectWish);
  const user = yield* selectState(selectCurrentUser);
  if (wish && user) notePayment({ userId: user._id, key, wish, attempt }, Date.now());
}

/** @returns false when the attempt ends here: refused, unanswered, or left by its payer. */
function* carryOut(purchase: Purchase): Generator<unknown, boolean> {
  const { key } = yield* selectState(checkout.selectCheckout);
  try {
    const reply = yield* callPurchase(purchase, { idempotencyKey: `${key}-${purchase.kind}` });
    if ('paymentUrl' in reply) {
      // The gateway's own page takes over; the button stays busy until it is here. Its return address tells the end.
      forgetPayment();
      window.location.assign(reply.paymentUrl);
      return false;
    }
    if (isTransaction(reply)) {
      const settled = yield* settlePayment(reply);
      if (!settled) return false;
      if (settled.status !== 'success') {
        yield put(
          checkout.paymentFailed({ status: 0, message: settled.failureReason || `This was given up. ${notCharged}` }),
        );
        return false;
      }
    }
    yield* announce(purchase, reply);
    return true;
  } catch (error) {
    yield* refuse(purchase, toFailure(error));
    return false;
  }
}

/** Payments through a gateway have a status that goes on changing; charges of the wallet are done at once. */
const isTransaction = (reply: PurchaseReply): reply is Transaction => 'paymentGateway' in reply;

/** Tells everybody what may be opened now, and how much is left. */
function* announce(purchase: Purchase, reply?: PurchaseReply) {
  switch (purchase.kind) {
    case 'unlock':
      yield put(itemUnlocked({ target: purchase.item.target, id: purchase.item.id }));
      break;
    case 'tip':
      yield put(performerTipped({ performerId: purchase.performerId, price: purchase.price }));
      break;
    case 'subscribe':
    case 'trial':
      yield put(subscriptionChanged({ performerId: purchase.performerId }));
      return;
    case 'platform':
      yield put(platformSubscriptionChanged());
      return;
    case 'topUp':
      yield put(currentUserRequested());
      yield put(walletToppedUp());
      return;
  }
  if (!reply) return;
  if ('balanceAfter' in reply && reply.balanceAfter !== undefined) {
    yield put(balanceChanged({ wallet: reply.balanceAfter }));
    return;
  }
  yield put(balanceChanged({ walletDelta: -purchase.price }));
  // This server may also send the change by the socket: its own sum ends the matter.
  yield put(currentUserRequested());
}

function* refuse(purchase: Purchase, failure: ApiFailure) {
  const { status, code } = failure;
  if (code === 'ALREADY_BOUGHT' || code === 'ALREADY_SUBSCRIBED') {
    yield* announce(purchase);
    yield put(checkout.paymentOwned());
  } else if (code === 'PRICE_CHANGED') {
    const newPrice = yield* readPrice(purchase);
    yield put(checkout.paymentReopened({ newPrice }));
  } else if (code === 'NOT_ENOUGH_BALANCE' || code === 'CARD_REQUIRED') {
    yield put(currentUserRequested());
    if (code === 'CARD_REQUIRED') yield put(checkout.cardsRequested());
    yield put(checkout.paymentReopened({ error: failure }));
  } else if (code === 'COUPON_UNUSABLE') {
    yield put(checkout.paymentReopened());
    yield put(checkout.couponFailed(failure));
  } else if (status === 0 || status >= 500 || code === 'IDEMPOTENCY_IN_FLIGHT') {
    yield put(checkout.paymentUnknown(failure));
  } else {
    yield put(checkout.paymentFailed(failure));
  }
}

/** What it costs now, in major units; null when nobody says. Subscriptions bring their creator's new prices along. */
function* readPrice(purchase: Purchase): Generator<unknown, number | null> {
  try {
    switch (purchase.kind) {
      case 'unlock':
        return yield* readItemPrice(purchase.item);
      case 'subscribe': {
        yield* loadTax('subscription');
        const found = yield* callEndpoint(performerRoutes.getPerformer, { params: { id: purchase.performerId } });
        yield put(checkout.performerLoaded(found));
        return purchase.plan === 'yearly' ? found.yearlyPrice : found.monthlyPrice;
      }
      case 'platform':
        yield* loadTax('subscription');
        return null;
      case 'topUp':
        yield* loadTax('wallet');
        return null;
      case 'tip':
      case 'trial':
        return null;
    }
  } catch {
    return null;
  }
}

function* readItemPrice({
  target,
  id,
}: Extract<Purchase, { kind: 'unlock' }>['item']): Generator<unknown, number | null> {
  const input = { params: { id } };
  switch (target) {
    case 'feed':
      return (yield* callEndpoint(feedRoutes.getFeed, input)).price ?? null;
    case 'video':
      return (yield* callEndpoint(videoRoutes.getVideo, input)).price ?? null;
    case 'gallery':
      return (yield* callEndpoint(galleryRoutes.getGallery, input)).price ?? null;
    case 'message':
      return null;
  }
}
