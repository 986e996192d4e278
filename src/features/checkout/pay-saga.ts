import { delay, put, race, take } from 'redux-saga/effects';
import { accountRoutes } from '@contract/account-routes';
import { feedRoutes } from '@contract/feed-routes';
import { galleryRoutes } from '@contract/gallery-routes';
import { performerRoutes } from '@contract/performer-routes';
import { videoRoutes } from '@contract/video-routes';
import {
  balanceChanged,
  currentUserLoaded,
  currentUserRequested,
  selectCurrentUser,
} from '@/features/session/session-slice';
import { isUnreachable, toFailure, type ApiFailure } from '@/services/api-error';
import { selectCan } from '@/store/backend';
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
import { findPayment, readTraces, type Traces } from './traces';
import { selectWish, wishClosed } from './wish-slice';

const notCharged = 'You were not charged.';

/** Milliseconds between the looks for a payment whose answer was lost: a slow backend may still be at it. */
const looksMs = [500, 2_000, 4_000, 8_000];

/**
 * Carries out an attempt, one movement of money after the other. It blocks: a second press while it runs is not heard.
 *
 * Each call carries the key of the attempt where the backend is known to honour it, so what is sent again after a lost answer
 * moves nothing twice. Where it is not, nothing is ever sent again: what the books held before is noted, and after a lost
 * answer they are looked at instead. Promises M-18.
 */
export function* pay(attempt: Purchase[]) {
  for (const [index, purchase] of attempt.entries()) {
    const left = attempt.slice(index);
    yield put(checkout.paymentStarted({ purchase, attempt: left }));
    const honoursKeys = yield* selectState(selectCan('idempotencyKeys'));
    const before = honoursKeys ? null : yield* lookBefore(purchase);
    if (before === undefined) return;
    yield* note(left, before);
    if (!(yield* carryOut(purchase, before))) return;
  }
  yield put(checkout.paymentDone());
}

/** @returns undefined where the backend did not answer: then nothing is sent at all. */
function* lookBefore(purchase: Purchase): Generator<unknown, Traces | undefined> {
  try {
    return yield* readTraces(purchase);
  } catch (error) {
    const failure = toFailure(error);
    const message = isUnreachable(failure) ? `The site cannot be reached right now. ${notCharged}` : failure.message;
    yield put(checkout.paymentFailed({ ...failure, message }));
    return undefined;
  }
}

/**
 * Tells how a payment ended whose answer was lost, from the books of the backend: nothing is sent that could move money.
 *
 * @param before what the books held when it was sent.
 */
export function* seek(purchase: Purchase, before: Traces) {
  yield put(checkout.paymentStarted({ purchase, attempt: [purchase], before }));
  if (yield* findOut(purchase, before)) yield put(checkout.paymentDone());
}

/** Leaves a trace for the case that the page is loaded again before the end is seen. */
function* note(attempt: Purchase[], before: Traces | null) {
  const { key } = yield* selectState(checkout.selectCheckout);
  const wish = yield* selectState(selectWish);
  const user = yield* selectState(selectCurrentUser);
  if (wish && user) notePayment({ userId: user._id, key, wish, attempt, before }, Date.now());
}

/**
 * @param before what the books held, where the backend may not be asked twice.
 * @returns false when the attempt ends here: refused, unanswered, or left by its payer.
 */
function* carryOut(purchase: Purchase, before: Traces | null): Generator<unknown, boolean> {
  const { key } = yield* selectState(checkout.selectCheckout);
  try {
    const options = before ? {} : { idempotencyKey: `${key}-${purchase.kind}` };
    const reply = yield* callPurchase(purchase, options);
    if ('paymentUrl' in reply) {
      // The gateway's own page takes over; the button stays busy until it is here. Its return address tells the end.
      forgetPayment();
      window.location.assign(reply.paymentUrl);
      return false;
    }
    return yield* conclude(purchase, reply);
  } catch (error) {
    const failure = toFailure(error);
    if (before && isLost(failure)) return yield* findOut(purchase, before);
    yield* refuse(purchase, failure);
    return false;
  }
}

/** No answer, or one that says nothing of what was done. */
const isLost = ({ status, code }: ApiFailure) => status === 0 || status >= 500 || code === 'IDEMPOTENCY_IN_FLIGHT';

/** Follows what came back to its end and tells everybody. @returns false when it did not succeed. */
function* conclude(
  purchase: Purchase,
  reply: Exclude<PurchaseReply, { paymentUrl: string }>,
): Generator<unknown, boolean> {
  if (isTransaction(reply)) {
    const settled = yield* settlePayment(reply);
    if (!settled) return false;
    if (settled.status !== 'success') {
      const message = settled.failureReason || `This was not completed. ${notCharged}`;
      yield put(checkout.paymentFailed({ status: 0, message }));
      return false;
    }
  }
  yield* announce(purchase, reply);
  return true;
}

/** Looks into the books until the payment shows, its payer leaves, or it is time to say that nobody knows. */
function* findOut(purchase: Purchase, before: Traces): Generator<unknown, boolean> {
  let failure: ApiFailure = { status: 0, message: '' };
  for (const wait of looksMs) {
    const { left } = (yield race({ left: take(wishClosed), later: delay(wait) })) as { left?: object };
    if (left) return false;
    try {
      const found = yield* findPayment(purchase, before);
      if (!found) continue;
      if ('charge' in found) return yield* conclude(purchase, found.charge);
      if (isLeftAtGateway(found.transaction)) {
        const message = `The payment was not finished on the page of the payment service. ${notCharged}`;
        yield put(checkout.paymentFailed({ status: 0, message }));
        return false;
      }
      return yield* conclude(purchase, found.transaction);
    } catch (error) {
      failure = toFailure(error);
    }
  }
  // The books are the only thing that tells now: the balance on screen is asked for again as well.
  yield put(currentUserRequested());
  yield put(checkout.paymentUnknown({ failure, before }));
  return false;
}

/** Gateways with pages of their own take no money before the payer has been there. Wire contract 2.13. */
const isLeftAtGateway = ({ status, paymentGateway }: Transaction) =>
  status === 'created' && (paymentGateway === 'ccbill' || paymentGateway === 'paypal');

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
  const { code } = failure;
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
  } else if (isLost(failure)) {
    yield put(checkout.paymentUnknown({ failure, before: null }));
  } else if (yield* isTooDear(purchase, failure)) {
    yield put(checkout.paymentReopened({ error: failure }));
  } else {
    yield put(checkout.paymentFailed(failure));
  }
}

/** Backends of the family refuse what the wallet cannot pay by words alone: the balance itself tells. Wire contract 1.3. */
function* isTooDear(purchase: Purchase, { status, code }: ApiFailure): Generator<unknown, boolean> {
  if (status !== 422 || code !== undefined || (purchase.kind !== 'unlock' && purchase.kind !== 'tip')) return false;
  try {
    const user = yield* callEndpoint(accountRoutes.getMe);
    yield put(currentUserLoaded(user));
    return user.wallet < purchase.price;
  } catch {
    return false;
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
