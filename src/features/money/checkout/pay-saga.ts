import { delay, put, race, take } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { messageRoutes } from '@contract/conversation/message-routes';
import { feedRoutes } from '@contract/content/feed-routes';
import { galleryRoutes } from '@contract/content/gallery-routes';
import { paymentRoutes } from '@contract/money/payment-routes';
import { performerRoutes } from '@contract/identity/performer-routes';
import { videoRoutes } from '@contract/content/video-routes';
import { balanceChanged, currentUserLoaded, currentUserRequested } from '@/features/identity/auth/session-slice';
import { ApiError, isNotFound, isUnknownCall, isUnreachable, toFailure, type ApiFailure } from '@/services/api-error';
import { selectCan, selectServes } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import * as intents from '@/store/intents';
import * as checkout from './checkout-slice';
import {
  callPurchase,
  isByCard,
  isFromWallet,
  getAmountDue,
  findPayment,
  listKnownPaymentIds,
  type Purchase,
  type PurchaseReply,
  type Transaction,
  type KnownPaymentIds,
} from './purchase';
import { cardsRequested } from './cards-slice';
import { couponFailed } from './coupon-slice';
import { performerLoaded } from './performer-slice';
import { loadTax } from './tax-slice';
import { isSheetClosed, putIfCurrent, trackPayment, type PaySheet } from './track-payment';
import { forgetPayment, recordPayment } from './started-payment';
import { intentClosed } from './intent-feature';

const notCharged = 'You were not charged.';

/**
 * Milliseconds between the looks for a payment whose answer was lost: a slow backend may still be at it. Fewer where its payer
 * may send it again.
 */
const looksMs = [500, 2_000, 4_000, 8_000];
const looksWithKeysMs = looksMs.slice(0, 2);

/**
 * Carries out an attempt, one movement of money after the other. It blocks: a second press while it runs is not heard.
 *
 * What the books hold before is noted, and after a lost answer they are looked at: nothing is ever sent again by itself. Each
 * call carries the key of the attempt where the backend is known to honour it, so that a payer who finds nothing there may
 * send the same again. Promises M-18.
 *
 * @param options.again what the books held before its first call, which has left under the sheet's key and may have been
 * carried out.
 */
export function* pay(sheet: PaySheet, attempt: Purchase[], { again = null }: { again?: KnownPaymentIds | null } = {}) {
  for (const [index, purchase] of attempt.entries()) {
    const left = attempt.slice(index);
    const isFirst = index === 0;
    yield* putIfCurrent(sheet, checkout.paymentStarted({ attempt: left, isFirst }));
    const honoursKeys = yield* selectState(selectCan('idempotencyKeys'));
    const isRepeat = again !== null && isFirst;
    if (isRepeat && !honoursKeys) {
      yield* putIfCurrent(sheet, checkout.paymentUnknown({ failure: { status: 0, message: '' }, before: again }));
      return;
    }
    const before = isRepeat ? again : yield* lookBefore(sheet, purchase);
    if (before === undefined || (yield* isUnavailableOrRepriced(sheet, left, again !== null))) return;
    yield* note(sheet, left, before);
    if (!(yield* submitPurchase(sheet, purchase, { before, honoursKeys }))) return;
    // A repeat is answered as the first one was, with what the wallet held then.
    if (again !== null) yield put(currentUserRequested());
  }
  yield* putIfCurrent(sheet, checkout.paymentDone());
}

/**
 * Whether it is gone by now, or costs something else than its payer has seen: asked right before, where the backend does not
 * refuse that by itself or a top-up for it takes money first. Prices with tax are not compared. Promises M-16.
 *
 * @param isAgain such a top-up may have been paid: only its repeat tells.
 */
function* isUnavailableOrRepriced(sheet: PaySheet, left: Purchase[], isAgain: boolean): Generator<unknown, boolean> {
  const wanted = left.at(-1);
  if (wanted?.kind === 'tip') return left.length > 1 && !isAgain && (yield* isOutOfReach(sheet, wanted.performerId));
  if (wanted?.kind !== 'unlock' && wanted?.kind !== 'subscribe') return false;
  if (left.length > 1 ? isAgain : yield* selectState(selectCan('expectedPrices'))) return false;
  if (wanted.kind === 'subscribe' && (yield* selectState(selectServes(paymentRoutes.calculateTax)))) return false;
  try {
    const newPrice = yield* wanted.kind === 'unlock' ? readItemPrice(wanted.item) : readPrice(sheet, wanted);
    if (newPrice === null || newPrice === getAmountDue(wanted)) return false;
    yield* putIfCurrent(sheet, checkout.paymentReopened({ newPrice }));
  } catch (error) {
    if (!isNotFound(error) || isUnknownCall(error)) return false;
    yield* putIfCurrent(sheet, checkout.paymentFailed(toFailure(error)));
  }
  return true;
}

/** Whether a creator is gone, or keeps the payer out, by now: nobody tops up for a tip that cannot be sent. */
function* isOutOfReach(sheet: PaySheet, performerId: string): Generator<unknown, boolean> {
  try {
    yield* callEndpoint(performerRoutes.getPerformer, { params: { id: performerId } });
    return false;
  } catch (error) {
    if (!isNotFound(error) || isUnknownCall(error)) return false;
    const message = 'You can’t tip this creator any more.';
    yield* putIfCurrent(sheet, checkout.paymentFailed({ ...toFailure(error), message }));
    return true;
  }
}

/** @returns undefined where the backend did not answer: then nothing is sent at all. */
function* lookBefore(sheet: PaySheet, purchase: Purchase): Generator<unknown, KnownPaymentIds | undefined> {
  try {
    return yield* listKnownPaymentIds(purchase);
  } catch (error) {
    const failure = toFailure(error);
    const message = isUnreachable(failure) ? 'The site cannot be reached right now.' : failure.message;
    yield* putIfCurrent(sheet, checkout.paymentFailed({ ...failure, message }));
    return undefined;
  }
}

/**
 * Tells how a payment ended whose answer was lost, from the books of the backend: nothing is sent that could move money.
 *
 * @param before what the books held when it was sent.
 */
export function* recoverPayment(sheet: PaySheet, attempt: Purchase[], before: KnownPaymentIds) {
  const [begun, ...rest] = attempt;
  if (!begun) return;
  yield* putIfCurrent(sheet, checkout.paymentStarted({ attempt, before }));
  if (!(yield* findOut(sheet, begun, before))) return;
  if (rest.length === 0) return yield* putIfCurrent(sheet, checkout.paymentDone());
  // Nothing is sent without a press: the form comes back for what the top-up was for.
  yield* putIfCurrent(sheet, checkout.paymentStarted({ attempt: rest, isFirst: false }));
  yield* putIfCurrent(sheet, checkout.paymentReopened());
}

/** Leaves a trace for the case that the page is loaded again before the end is seen. */
function* note(sheet: PaySheet, attempt: Purchase[], before: KnownPaymentIds) {
  const { key, intent, userId } = sheet;
  if (!intent || !userId) return;
  recordPayment({ userId, key, intent, attempt, before, isLeft: yield* isSheetClosed(sheet) }, Date.now());
}

/**
 * @param options.before what the books held.
 * @returns false when the attempt ends here: refused, unanswered, or left by its payer.
 */
function* submitPurchase(
  sheet: PaySheet,
  purchase: Purchase,
  { before, honoursKeys }: { before: KnownPaymentIds; honoursKeys: boolean },
): Generator<unknown, boolean> {
  try {
    const options = honoursKeys ? { idempotencyKey: `${sheet.key}-${purchase.kind}` } : {};
    const reply = yield* callPurchase(purchase, options);
    if ('paymentUrl' in reply) {
      // The gateway's own page takes over; the button stays busy until it is here. Its return address tells the end.
      forgetPayment(sheet.key);
      window.location.assign(reply.paymentUrl);
      return false;
    }
    return yield* completePurchase(sheet, purchase, reply);
  } catch (error) {
    const failure = toFailure(error);
    if (isOutcomeUnknown(failure)) return yield* findOut(sheet, purchase, before);
    yield* refuse(sheet, purchase, failure);
    return false;
  }
}

/** No answer, or one that says nothing of what was done. */
const isOutcomeUnknown = ({ status, code }: ApiFailure) =>
  status === 0 || status >= 500 || code === 'IDEMPOTENCY_IN_FLIGHT';

/** Follows what came back to its end and tells everybody. @returns false when it did not succeed. */
function* completePurchase(
  sheet: PaySheet,
  purchase: Purchase,
  reply: Exclude<PurchaseReply, { paymentUrl: string }>,
): Generator<unknown, boolean> {
  if (isTransaction(reply)) {
    const settled = yield* trackPayment(sheet, reply);
    if (!settled) return false;
    if (settled.status !== 'success') {
      const money = settled.status === 'refunded' ? 'Your money is on its way back.' : notCharged;
      const message = settled.failureReason || `This was not completed. ${money}`;
      yield* putIfCurrent(sheet, checkout.paymentFailed({ status: 0, message }));
      return false;
    }
  }
  // Backends without a statement keep no receipt of what a wallet paid.
  else if (reply.balanceAfter !== undefined && reply._id) yield* putIfCurrent(sheet, checkout.chargeSeen(reply._id));
  yield* announce(purchase, reply);
  return true;
}

/** Looks into the books until the payment shows, its payer leaves, or it is time to say that nobody knows. */
function* findOut(sheet: PaySheet, purchase: Purchase, before: KnownPaymentIds): Generator<unknown, boolean> {
  let failure: ApiFailure = { status: 0, message: '' };
  for (const wait of (yield* selectState(selectCan('idempotencyKeys'))) ? looksWithKeysMs : looksMs) {
    // It may have been closed while the books were read.
    if (yield* isSheetClosed(sheet)) return false;
    const { left } = (yield race({ left: take(intentClosed), later: delay(wait) })) as { left?: object };
    if (left) return false;
    try {
      const found = yield* findPayment(purchase, before);
      if (!found) continue;
      if (isTransaction(found) && isLeftAtGateway(found)) {
        const message = `The payment was not finished on the page of the payment service. ${notCharged}`;
        yield* putIfCurrent(sheet, checkout.paymentFailed({ status: 0, message }));
        return false;
      }
      const isDone = yield* completePurchase(sheet, purchase, found);
      // The entry may be minutes old, and so is what it says of the wallet.
      yield put(currentUserRequested());
      return isDone;
    } catch (error) {
      failure = toFailure(error);
    }
  }
  // The books are the only thing that tells now: the balance on screen is asked for again as well.
  yield put(currentUserRequested());
  yield* putIfCurrent(sheet, checkout.paymentUnknown({ failure, before }));
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
      yield put(intents.itemUnlocked({ target: purchase.item.target, id: purchase.item.id }));
      break;
    case 'tip':
      yield put(intents.performerTipped({ performerId: purchase.performerId, price: purchase.price }));
      break;
    case 'subscribe':
    case 'trial':
      yield put(intents.subscriptionChanged({ performerId: purchase.performerId }));
      return;
    case 'platform':
      yield put(intents.platformSubscriptionChanged());
      return;
    case 'topUp':
      yield put(currentUserRequested());
      yield put(intents.walletToppedUp());
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

function* refuse(sheet: PaySheet, purchase: Purchase, failure: ApiFailure) {
  const { code } = failure;
  if (code === 'ALREADY_BOUGHT' || code === 'ALREADY_SUBSCRIBED') {
    yield* announce(purchase);
    yield* putIfCurrent(sheet, checkout.paymentOwned());
  } else if (code === 'PRICE_CHANGED') {
    const newPrice = yield* readPrice(sheet, purchase);
    yield* putIfCurrent(sheet, checkout.paymentReopened({ newPrice }));
  } else if (code === 'NOT_ENOUGH_BALANCE' || code === 'CARD_REQUIRED') {
    yield put(currentUserRequested());
    if (code === 'CARD_REQUIRED') yield put(cardsRequested());
    yield* putIfCurrent(sheet, checkout.paymentReopened({ error: failure }));
  } else if (code === 'COUPON_UNUSABLE') {
    yield* putIfCurrent(sheet, couponFailed(failure));
    yield* putIfCurrent(sheet, checkout.paymentReopened());
  } else if (yield* exceedsBalance(purchase, failure)) {
    yield* putIfCurrent(sheet, checkout.paymentReopened({ error: failure }));
  } else {
    yield* putIfCurrent(sheet, checkout.paymentFailed(failure));
  }
}

/** Backends of the family refuse what the wallet cannot pay by words alone: the balance itself tells. Wire contract 1.3. */
function* exceedsBalance(purchase: Purchase, { status, code }: ApiFailure): Generator<unknown, boolean> {
  if (status !== 422 || code !== undefined || !isFromWallet(purchase)) return false;
  try {
    const user = yield* callEndpoint(accountRoutes.getMe);
    yield put(currentUserLoaded(user));
    return user.wallet < purchase.price;
  } catch {
    return false;
  }
}

/** What it costs now, in major units; null when nobody says. Subscriptions bring their creator's new prices along. */
function* readPrice(sheet: PaySheet, purchase: Purchase): Generator<unknown, number | null> {
  try {
    if (purchase.kind === 'unlock') return yield* readItemPrice(purchase.item);
    if (isByCard(purchase)) yield* loadTax(purchase.kind === 'topUp' ? 'wallet' : 'subscription');
    if (purchase.kind !== 'subscribe') return null;
    const found = yield* callEndpoint(performerRoutes.getPerformer, { params: { id: purchase.performerId } });
    yield* putIfCurrent(sheet, performerLoaded(found));
    return purchase.plan === 'yearly' ? found.yearlyPrice : found.monthlyPrice;
  } catch {
    return null;
  }
}

const itemRoutes = { feed: feedRoutes.getFeed, video: videoRoutes.getVideo, gallery: galleryRoutes.getGallery };

/** @throws ApiError 404 where it is gone. */
function* readItemPrice({ target, id, ...place }: intents.UnlockItem): Generator<unknown, number | null> {
  if (target !== 'message') return (yield* callEndpoint(itemRoutes[target], { params: { id } })).price ?? null;
  const { conversationId, sequence } = place;
  if (conversationId === undefined || sequence === undefined) return null;
  const query = { limit: 1, beforeSequence: sequence + 1 };
  const { data } = yield* callEndpoint(messageRoutes.listMessages, { params: { id: conversationId }, query });
  const found = data.find(({ _id }) => _id === id);
  if (found?.isDeleted) throw new ApiError(404, { message: 'This message was deleted.' });
  return found?.price ?? null;
}
