import { delay, put, race, take } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { currentUserLoaded, currentUserRequested } from '@/features/identity/auth/session-slice';
import { toFailure, type ApiFailure } from '@/services/api-error';
import { selectHasExtension } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { orderRefused } from '@/store/intents';
import { cardsRequested } from './cards-slice';
import { couponFailed } from './coupon-slice';
import { intentClosed } from './intent-feature';
import * as payment from './payment-slice';
import type { Attempt, Receipt } from './payment-slice';
import { fetchPrice } from './price-check';
import { publishPurchase } from './publish-purchase';
import { isFromWallet, listProductIds, type KnownPaymentIds, type Purchase, type Transaction } from './purchase';
import { callPurchase, findOrderPath, findPayment, type PurchaseReply } from './purchase-calls';
import { spendingLimitRequested } from './spending-limit-slice';
import { deleteStartedPayment } from './started-payment';
import { isSheetClosed, putIfCurrent, trackPayment } from './track-payment';

const NOT_CHARGED = 'You were not charged.';

/** Delays between reads of the payment history after a lost response; fewer if the payer can safely repeat the call. */
const RECOVERY_WAITS_MS = [500, 2_000, 4_000, 8_000];
const RECOVERY_WAITS_WITH_KEYS_MS = RECOVERY_WAITS_MS.slice(0, 2);

/**
 * @param before payment ids known before the first call.
 * @returns null if the attempt ends here: refused, without a response, or left by the payer.
 */
export function* submitPurchase(
  attempt: Attempt,
  before: KnownPaymentIds,
  honoursKeys: boolean,
): Generator<unknown, Receipt | null> {
  const { key, purchase } = attempt;
  try {
    const reply = yield* callPurchase(purchase, honoursKeys ? { idempotencyKey: getCallKey(attempt) } : {});
    if (!('paymentUrl' in reply)) return yield* completePurchase(attempt, reply);
    deleteStartedPayment(key);
    yield put(payment.paymentRedirected({ key }));
    window.location.assign(reply.paymentUrl);
    return null;
  } catch (error) {
    const failure = toFailure(error);
    if (isOutcomeUnknown(failure)) return yield* recoverOutcome(attempt, before);
    yield* rejectPurchase(attempt, failure);
    return null;
  }
}

/** Key of one call: an attempt can contain several purchases, and each call needs its own key. */
const getCallKey = ({ key, purchase }: Attempt) =>
  purchase.kind === 'product' ? `${key}-${purchase.line.productId}` : `${key}-${purchase.kind}`;

/** True without a response, or with one that does not say whether the call succeeded. */
const isOutcomeUnknown = ({ status, code }: ApiFailure) =>
  status === 0 || status >= 500 || code === 'IDEMPOTENCY_IN_FLIGHT';

/** Tracks a payment until it is final, and publishes a success. @throws ApiError CARD_DECLINED */
function* completePurchase(
  { key, purchase }: Attempt,
  reply: Exclude<PurchaseReply, { paymentUrl: string }>,
): Generator<unknown, Receipt | null> {
  const receipt: Receipt = { purchase };
  if (isTransaction(reply)) {
    yield put(payment.transactionReceived({ key }));
    const settled = yield* trackPayment(key, reply);
    if (!settled) return null;
    if (settled.status !== 'success') {
      const money = settled.status === 'refunded' ? 'Your money is on its way back.' : NOT_CHARGED;
      const message = settled.failureReason || `This was not completed. ${money}`;
      yield put(payment.paymentFailed({ key, reason: { status: 0, message } }));
      return null;
    }
    receipt.transactionId = settled._id;
  }
  // Backends that send no balance have no receipts for wallet charges.
  else if ('orders' in reply) receipt.chargeId = reply.orders[0]?.transactionId;
  // The reply for a show that has become free contains no charge.
  else if ('balanceAfter' in reply && reply.balanceAfter !== undefined && reply._id) receipt.chargeId = reply._id;
  if ('isNoteHidden' in reply && reply.isNoteHidden) receipt.isNoteHidden = true;
  yield* publishPurchase(purchase, reply);
  if (listProductIds(purchase).length > 0) {
    const entryId = '_id' in reply ? reply._id : receipt.chargeId;
    receipt.orderPath = yield* findOrderPath(purchase, entryId);
  }
  return receipt;
}

/** Polls until the payment appears, the payer leaves, or the outcome counts as unknown. */
export function* recoverOutcome(attempt: Attempt, before: KnownPaymentIds): Generator<unknown, Receipt | null> {
  const { key, purchase } = attempt;
  const honoursKeys = yield* selectState(selectHasExtension('idempotencyKeys'));
  for (const wait of honoursKeys ? RECOVERY_WAITS_WITH_KEYS_MS : RECOVERY_WAITS_MS) {
    if (yield* isSheetClosed(key)) return null;
    const { left } = (yield race({ left: take(intentClosed), later: delay(wait) })) as { left?: object };
    if (left) return null;
    try {
      const found = yield* findPayment(purchase, before);
      if (!found) continue;
      if (isTransaction(found) && isLeftAtGateway(found)) {
        const message = `The payment was not finished on the page of the payment service. ${NOT_CHARGED}`;
        yield put(payment.paymentFailed({ key, reason: { status: 0, message } }));
        return null;
      }
      const receipt = yield* completePurchase(attempt, found);
      // The entry, and thus the balance in it, may be minutes old.
      yield put(currentUserRequested());
      return receipt;
    } catch {
      // The next poll tries again.
    }
  }
  yield put(currentUserRequested());
  yield put(payment.outcomeUnknown({ key, before }));
  return null;
}

/** Gateways with their own page charge nothing before the payer has been there. Wire contract 2.13. */
const isLeftAtGateway = ({ status, paymentGateway }: Transaction) =>
  status === 'created' && (paymentGateway === 'ccbill' || paymentGateway === 'paypal');

/** Payments by a gateway have a status that changes; wallet charges are final immediately. */
const isTransaction = (reply: PurchaseReply): reply is Transaction => 'paymentGateway' in reply;

/** Errors that the buyer can fix in the cart or with another address. ALREADY_BOUGHT may be about only some of the products. */
const CART_REFUSALS: ReadonlySet<string | undefined> = new Set([
  'OUT_OF_STOCK',
  'ALREADY_BOUGHT',
  'NOT_SHIPPED_THERE',
  'ADDRESS_REQUIRED',
  'ENTITY_NOT_FOUND',
  'STILL_PROCESSING',
  'FILE_BROKEN',
  'NOTHING_TO_PAY',
]);

function* rejectPurchase(attempt: Attempt, failure: ApiFailure) {
  const { key, purchase } = attempt;
  const { code } = failure;
  const productIds = listProductIds(purchase);
  if (productIds.length > 0) yield put(orderRefused({ productIds }));
  if (productIds.length > 0 && (CART_REFUSALS.has(code) || failure.status === 404)) {
    yield put(payment.formReopened({ key, change: { kind: 'refusal', failure: explainRefusal(failure, attempt) } }));
  } else if (code === 'ALREADY_BOUGHT' || code === 'ALREADY_SUBSCRIBED') {
    yield* publishPurchase(purchase);
    yield put(payment.alreadyOwned({ key }));
  } else if (code === 'PRICE_CHANGED') {
    const price = yield* fetchPrice(key, purchase);
    yield put(payment.formReopened({ key, change: { kind: 'price', price } }));
  } else if (code === 'COUPON_UNUSABLE') {
    yield* putIfCurrent(key, couponFailed(failure));
    yield put(payment.formReopened({ key }));
  } else if (code === 'NOT_ENOUGH_BALANCE' || code === 'CARD_REQUIRED') {
    yield put(currentUserRequested());
    if (code === 'CARD_REQUIRED') yield put(cardsRequested());
    yield put(payment.formReopened({ key, change: { kind: 'refusal', failure } }));
  } else if (code === 'SPENDING_LIMIT_REACHED') {
    yield put(spendingLimitRequested());
    yield put(payment.formReopened({ key, change: { kind: 'refusal', failure } }));
  } else if (yield* exceedsBalance(purchase, failure)) {
    yield put(payment.formReopened({ key, change: { kind: 'refusal', failure } }));
  } else {
    yield put(payment.paymentFailed({ key, reason: failure }));
  }
}

const explainRefusal = (failure: ApiFailure, attempt: Attempt): ApiFailure => ({
  ...failure,
  message: `${failure.code === 'ENTITY_NOT_FOUND' ? 'Something in your cart is no longer for sale.' : failure.message} ${payment.getMoneyText(attempt)}`,
});

/** Compatible backends reject a purchase above the balance without a code, so check the balance. Wire contract 1.3. */
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
